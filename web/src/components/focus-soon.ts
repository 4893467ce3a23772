/** Focuses a control after the next rendering, which comes late on a slow phone: not if the user is in another field by then. */
export const focusSoon = (id: string): void => {
  const before = document.activeElement
  requestAnimationFrame(() => {
    const { activeElement } = document
    const isTyping = activeElement !== before && activeElement?.matches('input, textarea, select')
    if (!isTyping) document.getElementById(id)?.focus()
  })
}
