import { useEffect } from 'react'

/** Keeps the screen on and warns before the page is left. The lock is lost when the page is hidden, so it is taken again. */
export const useStayAwake = (active: boolean): void => {
  useEffect(() => {
    if (!active) return
    let lock: WakeLockSentinel | undefined
    let ended = false
    const take = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      const taken = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (ended) void taken?.release()
      else lock = taken
    }
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    void take()
    document.addEventListener('visibilitychange', take)
    window.addEventListener('beforeunload', warn)
    return () => {
      ended = true
      void lock?.release()
      document.removeEventListener('visibilitychange', take)
      window.removeEventListener('beforeunload', warn)
    }
  }, [active])
}
