const key = 'werkschau-shared-device'

/** From the address, for as long as the tab lives: a visitor may come back to the form by a link that does not say it. */
function readMode(): boolean {
  const device = new URLSearchParams(location.search).get('device')
  try {
    if (device === 'shared') sessionStorage.setItem(key, '1')
    if (device === 'own') sessionStorage.removeItem(key)
    return sessionStorage.getItem(key) !== null
  } catch {
    return device === 'shared'
  }
}

/** One visitor after the other uses this device (`/?device=shared`): nothing of them stays on it (D69). */
export const isShared: boolean = globalThis.location !== undefined && readMode()
