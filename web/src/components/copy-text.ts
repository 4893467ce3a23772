/** Copies the text of a field. The clipboard's own interface is missing on plain http, so the selection has to do there. */
export const copyField = async (field: HTMLInputElement): Promise<boolean> => {
  field.select()
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    return document.execCommand('copy')
  }
}
