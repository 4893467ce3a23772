import { useEffect, useEffectEvent } from 'react'

/** By key in lower case; `mod+a` for Ctrl or Cmd. Returning false leaves the key to the browser. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => unknown>>

interface Options {
  readonly active?: boolean
  /** Whether the page handles a key, given by its name; otherwise it is left to the browser. */
  readonly handles?: (event: KeyboardEvent, name: string) => boolean
}

export const elementOf = ({ target }: KeyboardEvent): Element => (target instanceof Element ? target : document.body)

const nameOf = (event: KeyboardEvent): string => {
  const key = event.key.toLowerCase()
  return event.ctrlKey || event.metaKey ? `mod+${key}` : key
}

/** Keys of the whole page. */
export const useKeys = (keys: Keys, { active = true, handles = () => true }: Options = {}): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.defaultPrevented) return
    const name = nameOf(event)
    const run = keys[name]
    if (!run || !handles(event, name)) return
    if (run(event) !== false) event.preventDefault()
  })
  useEffect(() => {
    if (!active) return
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [active])
}
