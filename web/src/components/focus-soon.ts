/**
 * Focuses a control that stays or appears with the next rendering: at once where a click has been rendered, so that no key
 * is lost on a slow phone, else with the next frame. Not if the user is in another field by then.
 */
export const focusSoon = (id: string): void => {
  const before = document.activeElement
  const focus = () => {
    const { activeElement } = document
    const isTyping = activeElement !== before && activeElement?.matches('input, textarea, select')
    const control = document.getElementById(id)
    const dialog = document.querySelector('[aria-modal=true]')
    // Not behind an open dialog.
    if (!isTyping && (!dialog || dialog.contains(control))) control?.focus()
  }
  let isDone = false
  queueMicrotask(() => {
    focus()
    isDone = document.activeElement?.id === id
  })
  // Another control may have been chosen since.
  requestAnimationFrame(() => {
    if (!isDone || document.activeElement === document.body) focus()
  })
}
