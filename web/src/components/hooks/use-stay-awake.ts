import { useEffect } from 'react'
import { useWakeLock } from './use-wake-lock.ts'

/** Keeps the screen on and warns before the page is left. */
export const useStayAwake = (active: boolean): void => {
  useWakeLock(active)
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [active])
}
