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

/** The same for the fields of a form: what they hold, a change of some of them, and what empties all. */
export const createFields = <T extends object>(empty: T) => {
  const useTyped = createTyped(empty)
  return () => {
    const [fields, set] = useTyped()
    return [fields, (some: Partial<T>) => set((now) => ({ ...now, ...some })), () => set(() => empty)] as const
  }
}
