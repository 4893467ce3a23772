import { createStore, useSelector } from '@tanstack/react-store'
import { onSessionEnd } from '#web/features/admin/shared/auth/session-end.ts'

/** Groups by their id and photos as `photo-<id>` that are being deleted, or are deleted: no page shows them any more. */
type Leaving = ReadonlySet<string>

const leaving = createStore<Leaving>(new Set<string>())
onSessionEnd(() => leaving.setState(() => new Set<string>()))

export const photoKey = (imageId: number | string): string => `photo-${imageId}`

export const useLeaving = (): Leaving => useSelector(leaving)

export const isLeaving = (key: string): boolean => leaving.state.has(key)

export const markLeaving = (keys: readonly string[]): void => leaving.setState((now) => new Set([...now, ...keys]))

export const unmarkLeaving = (keys: readonly string[]): void => leaving.setState((now) => now.difference(new Set(keys)))
