import { createStore } from '@tanstack/react-store'

// A browser may refuse storage altogether: then a value lasts as long as the page.

/** For all tabs, or for this one. */
type Kept = 'localStorage' | 'sessionStorage'

/** The value stored under a key; `fallback` when there is none, or it is unreadable. */
export const readLocal = <T>(key: string, fallback: T, kept: Kept = 'localStorage'): T => {
  try {
    const text = globalThis[kept].getItem(key)
    return text === null ? fallback : JSON.parse(text)
  } catch {
    return fallback
  }
}

/** False when the device doesn't keep it: private mode, or no space. */
export const writeLocal = (key: string, value: unknown, kept: Kept = 'localStorage'): boolean => {
  try {
    globalThis[kept].setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export const removeLocal = (key: string): void => {
  try {
    localStorage.removeItem(key)
  } catch {}
}

/** A value stored on the device, the same in all tabs. Components read it with `useSelector`. */
export const createLocalStore = <T>(key: string, fallback: T) => {
  const store = createStore({ value: readLocal(key, fallback) })
  const follow = (event: StorageEvent) => {
    if (event.key === key) store.setState(() => ({ value: readLocal(key, fallback) }))
  }
  // Tests run some of the pages' modules without a browser.
  if (typeof window !== 'undefined') window.addEventListener('storage', follow)
  const set = (value: T): boolean => {
    store.setState(() => ({ value }))
    return writeLocal(key, value)
  }
  return {
    get: () => store.state.value,
    subscribe: (listener: (value: T) => void) => store.subscribe(({ value }) => listener(value)),
    /** False when the device doesn't keep it. */
    set,
    /** Changes what is stored now: a page that slept has not heard of what other tabs have stored. */
    change: (how: (now: T) => T): boolean => set(how(readLocal(key, store.state.value))),
  }
}
