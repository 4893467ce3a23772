import { AppError } from '#server/domain/errors.ts'
import { usernameKey } from '#server/domain/user.ts'
import type { ListedUser } from '#server/ports/accounts/user-store.ts'
import type { Transaction } from '#server/ports/database.ts'
import type { Deps } from '#server/ports/deps.ts'

/** Picks one account. */
export type UserOf = (user: ListedUser) => boolean
export const withId =
  (id: string): UserOf =>
  (user) =>
    String(user.id) === id
export const withName =
  (name: string): UserOf =>
  (user) =>
    usernameKey(user.username) === usernameKey(name)

export const userNotFound = () => new AppError('USER_NOT_FOUND', 'There is no such user')

const canManage = ({ role, disabled }: ListedUser) => role === 'admin' && !disabled

/**
 * Changes or deletes one account, one change at a time: when two admins demote each other at the same time, one stays.
 * AppError USER_NOT_FOUND; LAST_ADMIN when no enabled admin would be left (D52).
 */
export function changeAccount<Result>(
  { database }: Pick<Deps, 'database'>,
  of: UserOf,
  change: (tx: Transaction, user: ListedUser) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    await tx.serviceState.lock('accounts')
    const user = (await tx.users.all()).find(of)
    if (user === undefined) throw userNotFound()
    const result = await change(tx, user)
    if (canManage(user) && !(await tx.users.all()).some(canManage)) {
      throw new AppError('LAST_ADMIN', `${user.username} is the last enabled admin: make another one first`)
    }
    return result
  })
}
