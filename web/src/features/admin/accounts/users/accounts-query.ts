import type { Answer, Input } from '#web/api/client.ts'
import { adminQuery } from '#web/features/admin/shared/admin-call.ts'

export type ListedUser = Answer<'GET /api/admin/users'>['users'][number]
export type UserChange = Input<'PATCH /api/admin/users/{id}'>['body']

export const accounts = adminQuery(['users'], 'GET /api/admin/users')

/** At least one user must be able to manage accounts (D52). */
export const isLastAdmin = (user: ListedUser, users: readonly ListedUser[]): boolean => {
  const admins = users.filter(({ role, disabled }) => role === 'admin' && !disabled)
  return admins.length === 1 && admins[0]?.id === user.id
}
