import type * as contract from '#contract/accounts/users.ts'
import { isAllowed } from '#contract/operation/access.ts'
import type { Body } from '#contract/operation/operation.ts'
import { newUsername, type User, usernameKey } from '#server/domain/accounts/user.ts'
import type { AccountManager } from '#server/domain/caller.ts'
import { AppError, invalidBody, orThrow } from '#server/domain/errors.ts'
import type { ListedUser } from '#server/ports/accounts/user-store.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { WithdrawalKind } from '#server/ports/withdrawals/withdrawals.ts'
import { hashNewPassword, type NewPasswordDeps } from './new-password.ts'

type UserOf = (user: ListedUser) => boolean
export const withId =
  (id: string): UserOf =>
  (user) =>
    String(user.id) === id
export const withName =
  (name: string): UserOf =>
  (user) =>
    usernameKey(user.username) === usernameKey(name)

const userNotFound = () => new AppError('USER_NOT_FOUND', 'There is no such user')

const canManage = ({ role, disabled }: ListedUser) => role === 'admin' && !disabled

/**
 * Changes or deletes one account, one change at a time: when two admins demote each other at the same time, one stays.
 * AppError USER_NOT_FOUND; LAST_ADMIN when no enabled admin would be left (D52).
 */
function changeAccount<Result>(
  { database }: Pick<Deps, 'database'>,
  of: UserOf,
  change: (tx: Transaction, user: ListedUser) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    await tx.serviceState.lock('accounts')
    const user = orThrow((await tx.users.all()).find(of), userNotFound)
    const result = await change(tx, user)
    if (canManage(user) && !(await tx.users.all()).some(canManage)) {
      throw new AppError('LAST_ADMIN', `${user.username} is the last enabled admin: make another one first`)
    }
    return result
  })
}

/** AppError INVALID_BODY (the name), INVALID_PASSWORD, WEAK_PASSWORD, USER_EXISTS. */
export async function createUser(
  deps: Pick<Deps, 'database' | 'clock'> & NewPasswordDeps,
  _by: AccountManager,
  input: Body<typeof contract.createUser>,
): Promise<User> {
  const username = newUsername(input.username)
  const passwordHash = await hashNewPassword(deps, { password: input.password, username })
  return deps.database.transaction(async (tx) => {
    const user = await tx.users.add({
      username,
      role: input.role ?? 'admin',
      requiresPasswordChange: input.requirePasswordChange ?? false,
      exhibitionIds: null,
      passwordHash,
      createdAt: deps.clock.now().toISOString(),
    })
    if (user === undefined) throw new AppError('USER_EXISTS', `The user name ${username} is taken`)
    return user
  })
}

export type UserChange = Body<typeof contract.updateUser>

/** AppError INVALID_BODY for an admin, who sees all exhibitions, and for one that does not exist (D84). */
async function checkExhibitions(tx: Transaction, { role }: ListedUser, ids: readonly number[]): Promise<void> {
  const refuse = (message: string) => invalidBody('exhibitionIds', message)
  if (role === 'admin') throw refuse('exhibitionIds is for moderators and auditors: an admin sees all exhibitions')
  const known = new Set((await tx.exhibitions.all()).map(({ id }) => id))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length > 0) throw refuse(`exhibitionIds names exhibitions that do not exist: ${unknown.join(', ')}`)
}

/** The account as the change leaves it. Who becomes an admin sees all exhibitions. AppError INVALID_BODY. */
async function changed(tx: Transaction, user: ListedUser, change: UserChange): Promise<ListedUser> {
  const { role = user.role, disabled = user.disabled, exhibitionIds = user.exhibitionIds } = change
  const next = { ...user, role, disabled, exhibitionIds: exhibitionIds?.toSorted((a, b) => a - b) ?? null }
  if (change.exhibitionIds) await checkExhibitions(tx, next, change.exhibitionIds)
  return role === 'admin' ? { ...next, exhibitionIds: null } : next
}

const rightsOf = ({ role, exhibitionIds }: ListedUser): string => JSON.stringify([role, exhibitionIds])

/**
 * Changes an account and ends its sessions; what changes nothing ends none. AppError NO_FIELDS, USER_NOT_FOUND,
 * INVALID_BODY, LAST_ADMIN, INVALID_PASSWORD, WEAK_PASSWORD.
 */
export async function updateUser(
  deps: Pick<Deps, 'database'> & NewPasswordDeps,
  _by: AccountManager,
  { of, change, mustChangePassword = true }: { of: UserOf; change: UserChange; mustChangePassword?: boolean },
): Promise<ListedUser> {
  const { role, disabled, exhibitionIds, password, removeFactors } = change
  if ([role, disabled, exhibitionIds, password, removeFactors].every((field) => field === undefined)) {
    throw new AppError('NO_FIELDS', 'None of role, disabled, exhibitionIds, password and removeFactors was given')
  }
  const known = orThrow((await deps.database.users.all()).find(of), userNotFound)
  const passwordHash =
    password === undefined ? undefined : await hashNewPassword(deps, { password, username: known.username })
  return changeAccount(deps, of, async (tx, user) => {
    const next = await changed(tx, user, change)
    const hasOtherRights = rightsOf(next) !== rightsOf(user)
    const isChange = hasOtherRights || next.disabled !== user.disabled || passwordHash || removeFactors
    if (!isChange) return user
    await tx.users.update(user.id, next)
    if (passwordHash !== undefined) {
      await tx.users.changePassword(user.id, { passwordHash, requiresPasswordChange: mustChangePassword })
    }
    if (removeFactors) await tx.secondFactors.removeOfUser(user.id)
    await tx.sessions.removeOfUser(user.id)
    // Whoever took the account over may have connected a chat of their own.
    const isTakenBack = passwordHash !== undefined || removeFactors === true
    if (isTakenBack || next.disabled || !isAllowed('moderator', next.role)) await tx.chat.unbind(user.id)
    const kinds: readonly (WithdrawalKind | false)[] = [
      hasOtherRights && 'role_changed',
      next.disabled && !user.disabled && 'account_disabled',
      passwordHash !== undefined && 'password_changed',
      removeFactors === true && 'second_factor_changed',
    ]
    for (const kind of kinds) if (kind) await tx.withdrawals.add({ kind, userId: user.id })
    return {
      ...next,
      requiresPasswordChange: passwordHash === undefined ? user.requiresPasswordChange : mustChangePassword,
      secondFactor: user.secondFactor && !removeFactors,
    }
  })
}

/** Deletes an account with its sessions. AppError USER_NOT_FOUND, LAST_ADMIN. */
export const deleteUser = (deps: Pick<Deps, 'database'>, _by: AccountManager, of: UserOf): Promise<ListedUser> =>
  changeAccount(deps, of, async (tx, user) => {
    await tx.users.remove(user.id)
    await tx.chat.unbind(user.id)
    await tx.withdrawals.add({ kind: 'account_deleted', userId: user.id })
    return user
  })
