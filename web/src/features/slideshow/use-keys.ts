import { useEffect, useEffectEvent } from 'react'

/** By the key's name in the browser. */
export type Keys = { readonly [key: string]: () => void }

/** Single keys for the whole page; a button in focus keeps those that press it. */
export const useKeys = (keys: Keys, active: boolean): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const onButton = event.target instanceof Element && event.target.closest('button, a') !== null
    if (onButton && (event.key === ' ' || event.key === 'Enter')) return
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    if (!active) return
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [active])
}
