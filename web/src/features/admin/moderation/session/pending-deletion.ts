import { createStore } from '@tanstack/react-store'
import { onSessionEnd } from '#web/features/admin/shared/auth/session-end.ts'

/** Groups by their id and photos as `photo-<id>` that are being deleted, or are deleted: no page shows them any more. */
export const pendingDeletion = createStore<ReadonlySet<string>>(new Set<string>())
onSessionEnd(() => pendingDeletion.setState(() => new Set<string>()))

export const photoKey = (imageId: number | string): string => `photo-${imageId}`

export const isPending = (key: string): boolean => pendingDeletion.state.has(key)

export const addPending = (keys: readonly string[]): void =>
  pendingDeletion.setState((now) => new Set([...now, ...keys]))

export const dropPending = (keys: readonly string[]): void =>
  pendingDeletion.setState((now) => now.difference(new Set(keys)))
