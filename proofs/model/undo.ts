import { type Group, moveImages } from './group.ts'

/** The state that an undo restores. */
export interface UndoState extends Readonly<Pick<Group, 'approved' | 'firstApprovedAt'>> {
  readonly changes: readonly string[]
  readonly images: readonly { readonly image: number; readonly published: string | null; readonly hidden: boolean }[]
}

/** The state that one request of the moderation replaced. */
export interface UndoStep {
  readonly group: Group
  readonly before: UndoState
  readonly after: UndoState
}

export const undoStateOf = ({ approved, firstApprovedAt, changes, images }: Group): UndoState => ({
  approved,
  firstApprovedAt,
  changes: [...changes],
  images: images
    .map(({ image, published, hidden }) => ({ image, published, hidden }))
    .sort((a, b) => a.image - b.image),
})

/** The state before a step. Images that leave the public view get new addresses (D47). */
export function restore(group: Group, before: UndoState): void {
  const then = new Map(before.images.map((each) => [each.image, each]))
  const leaving = (image: Group['images'][number]) => !before.approved || then.get(image.image)?.hidden
  if (group.approved) moveImages(group.images.filter((image) => !image.hidden && leaving(image)))
  for (const image of group.images) {
    const { published, hidden } = then.get(image.image) ?? image
    if (image.hidden !== hidden) group.revision++
    Object.assign(image, { published, hidden })
  }
  const { approved, firstApprovedAt, changes } = before
  Object.assign(group, { approved, firstApprovedAt, changes: [...changes] })
}
