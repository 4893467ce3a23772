import { useSyncExternalStore } from 'react'
import { recall, remember } from '#web/components/device-storage.ts'

const key = 'werkschau-shortcuts'
let on = recall(key, true)
const listeners = new Set<() => void>()

/** Keys without Ctrl or Alt can be switched off: speech input presses them by accident (WCAG 2.1.4). */
export const useShortcutsOn = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => on,
  )

export const switchShortcuts = (next: boolean): void => {
  on = next
  remember(key, next)
  for (const listener of listeners) listener()
}
