/** On plain HTTP there is no clipboard interface, so a selection is copied. */
const copySelection = (text: string): boolean => {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } finally {
    field.remove()
    // Selecting has taken the focus.
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}

/** Whether the text was copied. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text)
  }
}
