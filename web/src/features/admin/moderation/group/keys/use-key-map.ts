import { useSelector } from '@tanstack/react-store'
import { elementOf, useKeys } from '#web/components/hooks/use-keys.ts'
import { createLocalStore } from '#web/components/local-store.ts'
import { bindings, type KeyAction } from './key-map.ts'

/** Keys without Ctrl or Alt can be switched off: speech input presses them by accident (WCAG 2.1.4). */
export const shortcuts = createLocalStore('werkschau-shortcuts', true)

/** What keys do where they work. Returning false leaves the key to the browser. */
export type KeyActions = Readonly<Partial<Record<KeyAction, ((event: KeyboardEvent) => unknown) | undefined>>>

const typing = 'input:not([type=checkbox]), textarea, select, [contenteditable]'
const dialogs = '[aria-modal=true], .yarl__portal'

/** Handles keys of a page, or of a dialog when that is the only open one; not while typing. */
export const useKeyMap = (actions: KeyActions, where: 'page' | 'dialog' = 'page'): void => {
  const on = useSelector(shortcuts)
  const run = (action: KeyAction) => (event: KeyboardEvent) => {
    const act = actions[action]
    return act ? act(event) : false
  }
  useKeys(Object.fromEntries(bindings.map(([key, action]) => [key, run(action)])), {
    handles: (event, name) =>
      (on || name.length > 1) &&
      !elementOf(event).closest(typing) &&
      document.querySelectorAll(dialogs).length === (where === 'page' ? 0 : 1),
  })
}

/**
 * Ends the typing: the keys are those of the page or dialog again, which gets the focus. A field that only lost it would get
 * it back with the next change of the page.
 */
export const leaveField = (field: Element): void =>
  field.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
