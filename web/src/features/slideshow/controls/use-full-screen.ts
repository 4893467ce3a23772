import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

export const fullScreenPossible = (): boolean => document.fullscreenEnabled === true

/** Needs a gesture; where the browser refuses, the slideshow runs in its window. */
export const setFullScreen = async (wanted: boolean): Promise<void> => {
  if (!fullScreenPossible()) return
  const whole = document.documentElement
  await (wanted ? whole.requestFullscreen({ navigationUI: 'hide' }) : document.exitFullscreen()).catch(() => {})
}

export const useFullScreen = (): boolean => useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
