/** Copies the text of a field. On plain HTTP there is no clipboard interface, so the selection is copied. */
export const copyField = async (field: HTMLInputElement): Promise<boolean> => {
  field.select()
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    return document.execCommand('copy')
  }
}
