import { useEffect, useState } from 'react'

const quietMs = 3_000

/** Whether somebody has just moved the pointer or touched the screen: then there is a cursor, and there are buttons. */
export const usePointerActivity = (active: boolean): boolean => {
  const [stirred, setStirred] = useState(false)
  useEffect(() => {
    if (!active) return
    let timer = 0
    const stir = () => {
      setStirred(true)
      clearTimeout(timer)
      timer = window.setTimeout(() => setStirred(false), quietMs)
    }
    window.addEventListener('pointermove', stir)
    window.addEventListener('pointerdown', stir)
    return () => {
      clearTimeout(timer)
      setStirred(false)
      window.removeEventListener('pointermove', stir)
      window.removeEventListener('pointerdown', stir)
    }
  }, [active])
  return active && stirred
}
