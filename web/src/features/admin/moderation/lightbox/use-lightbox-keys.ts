import { elementOf, useKeys } from '#web/components/hooks/use-keys.ts'
import { useShortcutsOn } from '#web/features/admin/moderation/keyboard/shortcuts.ts'
import { useLightbox } from './lightbox-desk.ts'

const typing = 'input:not([type=checkbox]), textarea, select'

/** The keys of the lightbox; `keys-dialog.tsx` lists them. */
export const useLightboxKeys = (onClose: () => void): void => {
  const on = useShortcutsOn()
  const { group, image, index, show, ...desk } = useLightbox()
  useKeys(
    {
      arrowright: () => show(index + 1),
      arrowleft: () => show(index - 1),
      a: () => (!group.isApproved || group.changedSinceApproval) && desk.approve(true),
      u: () => group.isApproved && desk.approve(false),
      j: () => desk.next?.(),
      n: () => desk.next?.(),
      k: () => desk.previous?.(),
      h: () => desk.toggleHidden(image.id),
      r: () => desk.redact(image.id),
      m: () => (image.hidden ? desk.explain(image.id) : false),
      c: () => document.getElementById(`large-caption-${image.id}`)?.focus(),
      e: desk.onEdit,
      d: desk.onDelete,
      z: desk.undo,
      'mod+z': desk.undo,
      v: onClose,
      enter: ({ target }) => (target instanceof HTMLButtonElement ? false : desk.openPage?.()),
      '?': desk.onHelp,
    },
    {
      handles: (event, name) =>
        (on || name.length > 1) &&
        !elementOf(event).closest(typing) &&
        document.querySelectorAll('[aria-modal=true]').length === 1,
    },
  )
}
