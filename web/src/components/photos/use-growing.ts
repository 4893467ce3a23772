import { startTransition, useEffect, useState } from 'react'

const step = 10

/** How many of `count` photos to show: fifty at once would freeze a slow phone, so the others follow step by step. */
export const useGrowing = (count: number): number => {
  const [most, setMost] = useState(step)
  const shown = Math.min(count, most)
  useEffect(() => {
    if (shown < count) startTransition(() => setMost(shown + step))
  }, [shown, count])
  return shown
}
