/** What the device remembers under a key; `fallback` when it has nothing, keeps nothing, or holds something else. */
export const recall = <T>(key: string, fallback: T): T => {
  try {
    const text = localStorage.getItem(key)
    return text === null ? fallback : (JSON.parse(text) as T)
  } catch {
    return fallback
  }
}

/** False when the device does not keep it: private mode, no room. */
export const remember = (key: string, value: unknown): boolean => {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}
