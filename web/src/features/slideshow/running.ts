// Remembered in this tab, so that a reload continues without a click. start.js reads the key, too.
const key = 'werkschau-slideshow-runs'

export const wasRunning = (): boolean => {
  try {
    return sessionStorage.getItem(key) !== null
  } catch {
    return false
  }
}

export const saveRunning = (): void => {
  try {
    sessionStorage.setItem(key, '')
  } catch {}
}
