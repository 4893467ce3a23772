import { useSelector } from '@tanstack/react-store'
import { createLocalStore } from '#web/components/local-store.ts'

const shortcuts = createLocalStore('werkschau-shortcuts', true)

/** Keys without Ctrl or Alt can be switched off: speech input presses them by accident (WCAG 2.1.4). */
export const useShortcutsOn = (): boolean => useSelector(shortcuts)

export const switchShortcuts = (on: boolean): void => void shortcuts.set(on)
