const key = 'werkschau-shared-device'

/** Read from the address and kept for the tab: a link back to the form may lack the parameter. */
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

/** Visitors share this device (`/?device=shared`): it keeps nothing about them (D69). */
export const isShared: boolean = globalThis.location !== undefined && readMode()
