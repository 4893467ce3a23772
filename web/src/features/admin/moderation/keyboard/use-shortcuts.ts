import { elementOf, type Keys, useKeys } from '#web/components/hooks/use-keys.ts'
import { useShortcutsOn } from './shortcuts.ts'

const typing = 'input:not([type=checkbox]), textarea, select, [contenteditable]'
const dialog = '[aria-modal=true], .yarl__portal'

/** The shortcuts of a page; not while typing or while a dialog is open. */
export const useShortcuts = (keys: Keys): void => {
  const on = useShortcutsOn()
  useKeys(keys, {
    handles: (event, name) =>
      (on || name.length > 1) && !elementOf(event).closest(typing) && document.querySelector(dialog) === null,
  })
}
