/** Copies the text of a field. On plain HTTP there is no clipboard interface, so the selection is copied. */
const copyField = async (field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> => {
  field.select()
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    return document.execCommand('copy')
  }
}

/** Copies a text that is in no field. */
export const copyText = async (text: string): Promise<boolean> => {
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  try {
    return await copyField(field)
  } finally {
    field.remove()
  }
}
