import { createStore, useSelector } from '@tanstack/react-store'
import { onSessionEnd, useAdmin } from '#web/features/admin/shared/auth/session.ts'

/** What is typed into a form outlasts its page and an expired session, for the same person, until a logout. */
export const createTyped = <T>(empty: T) => {
  const store = createStore<Readonly<Record<string, T>>>({})
  onSessionEnd(({ expired }) => {
    if (!expired) store.setState(() => ({}))
  })
  return (id: string | number = '') => {
    const key = `${useAdmin()?.id} ${id}`
    const set = (change: (typed: T) => T) => store.setState((all) => ({ ...all, [key]: change(all[key] ?? empty) }))
    return [useSelector(store)[key] ?? empty, set] as const
  }
}
