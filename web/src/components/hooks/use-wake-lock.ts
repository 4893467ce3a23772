import { useEffect, useState } from 'react'

/** Keeps the screen on while `active`; returns whether it does. Hiding the page releases the lock, so it is requested again. */
export const useWakeLock = (active: boolean): boolean => {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (!active) return
    let lock: WakeLockSentinel | undefined
    let ended = false
    const take = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      const taken = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (ended) return void taken?.release()
      lock = taken
      setHeld(taken !== undefined)
      taken?.addEventListener('release', () => lock === taken && setHeld(false))
    }
    void take()
    document.addEventListener('visibilitychange', take)
    return () => {
      ended = true
      setHeld(false)
      void lock?.release()
      document.removeEventListener('visibilitychange', take)
    }
  }, [active])
  return held
}

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
