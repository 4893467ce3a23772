import { useKeyMap } from '#web/features/admin/moderation/group/keys/use-key-map.ts'
import type { AdminGroup, AdminImage } from '#web/features/admin/moderation/session/groups.ts'
import type { Viewer } from '#web/features/admin/moderation/viewer/viewer.ts'

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

const focusField = (id: string) => document.getElementById(id)?.focus()

/** The keys of a group's page. */
export const usePageKeys = ({ group, actions }: Viewer, onView: (imageId?: number) => void): void => {
  const aboutPhoto = (run: (image: AdminImage) => void) => () => {
    const only = group.images.length === 1 ? group.images[0] : undefined
    const image = photoInFocus(group) ?? only
    if (!image) return false
    run(image)
  }
  useKeyMap({
    ...actions,
    right: () => focusPhoto(group, 1),
    left: () => focusPhoto(group, -1),
    view: () => onView(photoInFocus(group)?.id),
    caption: () => focusField(`caption-${(photoInFocus(group) ?? group.images[0])?.id}`),
    hide: aboutPhoto(actions.hide),
    redact: aboutPhoto(actions.redact),
    note: () => {
      const image = photoInFocus(group)
      if (image?.hidden) actions.explain(image)
      else focusField('group-note')
    },
    edit: () => focusField('group-title'),
  })
}
