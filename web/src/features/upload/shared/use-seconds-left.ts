import { useEffect, useEffectEvent, useState } from 'react'

/** Counts down, and calls `onEnd` at zero; by the clock, because a locked screen stops timers. */
export const useSecondsLeft = (seconds: number, onEnd: () => void): number => {
  const [left, setLeft] = useState(seconds)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const endsAt = Date.now() + seconds * 1_000
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000))
      setLeft(now)
      if (now > 0) return
      clearInterval(timer)
      end()
    }, 1_000)
    return () => clearInterval(timer)
  }, [seconds])
  return left
}
