import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** False when the device surely has no connection; true says little. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
