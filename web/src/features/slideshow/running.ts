// Remembered in this tab, so that a reload goes on without a press.
const key = 'werkschau-slideshow-runs'

export const wasRunning = (): boolean => {
  try {
    return sessionStorage.getItem(key) !== null
  } catch {
    return false
  }
}

export const rememberRunning = (): void => {
  try {
    sessionStorage.setItem(key, '')
  } catch {}
}
