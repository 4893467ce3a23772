import { useShortcuts } from '#web/features/admin/moderation/keyboard/use-shortcuts.ts'
import type { AdminGroup } from './group-queries.ts'

interface GroupKeys {
  readonly group: AdminGroup
  readonly approve: (approved: boolean) => void
  readonly toggleHidden: (imageId: number) => void
  readonly redact: (imageId: number) => void
  readonly explain: (imageId: number) => void
  readonly undo: () => void
  readonly next: (() => void) | undefined
  readonly previous: (() => void) | undefined
  readonly onView: (imageId?: number) => void
  readonly onDelete: () => void
  readonly onHelp: () => void
}

/** The photo with the focus, or none. */
const photoInFocus = ({ images }: AdminGroup) => {
  const id = document.activeElement?.closest<HTMLElement>('[data-photo]')?.dataset.photo
  return images.find((image) => String(image.id) === id)
}

/** Not while a photo is moved by the same keys. */
const focusPhoto = (group: AdminGroup, by: 1 | -1): boolean => {
  if (document.querySelector('[data-dragging]')) return false
  const at = group.images.findIndex(({ id }) => id === photoInFocus(group)?.id)
  const next = at < 0 ? 0 : Math.min(group.images.length - 1, Math.max(0, at + by))
  document.getElementById(`open-${group.images[next]?.id}`)?.focus()
  return true
}

/** The keys of a group's page; `keys-dialog.tsx` lists them. */
export const useGroupKeys = (page: GroupKeys) => {
  const { group } = page
  const { isApproved, changedSinceApproval } = group
  const aboutPhoto = (run: (imageId: number) => void) => () => {
    const only = group.images.length === 1 ? group.images[0] : undefined
    const image = photoInFocus(group) ?? only
    if (!image) return false
    run(image.id)
  }
  useShortcuts({
    a: () => (!isApproved || changedSinceApproval) && page.approve(true),
    u: () => isApproved && page.approve(false),
    j: () => page.next?.(),
    k: () => page.previous?.(),
    arrowright: () => focusPhoto(group, 1),
    arrowleft: () => focusPhoto(group, -1),
    v: () => page.onView(photoInFocus(group)?.id),
    c: () => document.getElementById(`caption-${(photoInFocus(group) ?? group.images[0])?.id}`)?.focus(),
    h: aboutPhoto(page.toggleHidden),
    r: aboutPhoto(page.redact),
    m: () => {
      const image = photoInFocus(group)
      if (image?.hidden) page.explain(image.id)
      else document.getElementById('group-note')?.focus()
    },
    e: () => document.getElementById('group-title')?.focus(),
    z: page.undo,
    'mod+z': page.undo,
    d: page.onDelete,
    n: () => page.next?.(),
    '?': page.onHelp,
  })
}
