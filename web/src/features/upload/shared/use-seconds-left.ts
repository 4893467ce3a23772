import { useEffect, useState } from 'react'

/** Counts down, and calls `onEnd` at zero; by the clock, because a locked screen stops timers. */
export const useSecondsLeft = (seconds: number, onEnd: () => void): number => {
  const [left, setLeft] = useState(seconds)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page, whatever function comes
  useEffect(() => {
    const end = Date.now() + seconds * 1_000
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - Date.now()) / 1_000))
      setLeft(now)
      if (now > 0) return
      clearInterval(timer)
      onEnd()
    }, 1_000)
    return () => clearInterval(timer)
  }, [seconds])
  return left
}
