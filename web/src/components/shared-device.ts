import { site } from '#web/api/site.ts'

const key = 'werkschau-shared-device'

/** Read from the address and kept for the tab: a link back to the form may lack the parameter. */
function readMode(): boolean {
  const device = new URLSearchParams(location.search).get('device')
  try {
    if (device) sessionStorage.setItem(key, device)
    return (sessionStorage.getItem(key) ?? site.device ?? 'own') !== 'own'
  } catch {
    return (device ?? site.device) === 'shared'
  }
}

/** Visitors share this device (`/?device=shared`, or the operator's setting for all): it keeps nothing about them (D69). */
export const isShared: boolean = globalThis.location !== undefined && readMode()
