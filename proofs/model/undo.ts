import type { Group } from './group.ts'

/** The state that an undo restores. */
export interface UndoState extends Readonly<Pick<Group, 'approved' | 'firstApprovedAt' | 'revision'>> {
  readonly changes: readonly string[]
  readonly images: readonly Readonly<Pick<Group['images'][number], 'image' | 'published' | 'hidden' | 'byRequest'>>[]
}

/** The state that one request of the moderation replaced. */
export interface UndoStep {
  readonly group: Group
  readonly before: UndoState
  readonly after: UndoState
}

export const undoStateOf = ({ approved, firstApprovedAt, revision, changes, images }: Group): UndoState => ({
  ...{ approved, firstApprovedAt, revision },
  changes: [...changes],
  images: images
    .map(({ image, published, hidden, byRequest }) => ({ image, published, hidden, byRequest }))
    .sort((a, b) => a.image - b.image),
})
