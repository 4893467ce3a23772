import { useEffect, useRef } from 'react'
import { useShortcutsOn } from './shortcuts.ts'

/** By key in lower case; `mod+a` for Ctrl or Cmd. Returning false leaves the key to the browser. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => unknown>>

const typing = 'input:not([type=checkbox]), textarea, select, [contenteditable]'

const nameOf = (event: KeyboardEvent): string => {
  const key = event.key.toLowerCase()
  return event.ctrlKey || event.metaKey ? `mod+${key}` : key
}

/** Keys of the page; not while typing or while a dialog is open. */
export const useKeys = (keys: Keys): void => {
  const on = useShortcutsOn()
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.defaultPrevented) return
      const target = event.target instanceof Element ? event.target : document.body
      if (target.closest(typing) || document.querySelector('[aria-modal=true], .yarl__portal')) return
      const name = nameOf(event)
      const run = latest.current[name]
      if (!run || (!on && name.length === 1)) return
      if (run(event) !== false) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [on])
}
