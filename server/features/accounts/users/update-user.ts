import type { Role } from '#contract/operation/access.ts'
import type { AccountManager } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import type { ListedUser } from '#server/ports/accounts/user-store.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { WithdrawalKind } from '#server/ports/withdrawals/withdrawals.ts'
import { changeAccount, type UserOf, userNotFound } from './change-account.ts'
import { hashNewPassword, type NewPasswordDeps } from './new-password.ts'

export interface UserChange {
  readonly role?: Role
  readonly disabled?: boolean
  /** The user must change it at the next login. */
  readonly password?: string
  /** For a lost phone. */
  readonly removeFactors?: true
}

/**
 * Changes an account and ends its sessions; what changes nothing ends none. AppError NO_FIELDS, USER_NOT_FOUND,
 * LAST_ADMIN, INVALID_PASSWORD, WEAK_PASSWORD.
 */
export async function updateUser(
  deps: Pick<Deps, 'database'> & NewPasswordDeps,
  _by: AccountManager,
  { of, change }: { of: UserOf; change: UserChange },
): Promise<ListedUser> {
  const { role, disabled, password, removeFactors } = change
  if ([role, disabled, password, removeFactors].every((field) => field === undefined)) {
    throw new AppError('NO_FIELDS', 'None of role, disabled, password and removeFactors was given')
  }
  const known = (await deps.database.users.all()).find(of)
  if (known === undefined) throw userNotFound()
  const passwordHash =
    password === undefined ? undefined : await hashNewPassword(deps, { password, username: known.username })
  return changeAccount(deps, of, async (tx, user) => {
    const next = { ...user, ...(role && { role }), ...(disabled !== undefined && { disabled }) }
    const isChange = next.role !== user.role || next.disabled !== user.disabled || passwordHash || removeFactors
    if (!isChange) return user
    await tx.users.update(user.id, { role: next.role, disabled: next.disabled })
    if (passwordHash !== undefined) {
      await tx.users.changePassword(user.id, { passwordHash, requiresPasswordChange: true })
    }
    if (removeFactors) await tx.secondFactors.removeOfUser(user.id)
    await tx.sessions.removeOfUser(user.id)
    const kinds: readonly (WithdrawalKind | false)[] = [
      next.role !== user.role && 'role_changed',
      next.disabled && !user.disabled && 'account_disabled',
      passwordHash !== undefined && 'password_changed',
      removeFactors === true && 'second_factor_changed',
    ]
    for (const kind of kinds) if (kind) await tx.withdrawals.add({ kind, userId: user.id })
    return {
      ...next,
      requiresPasswordChange: passwordHash !== undefined || user.requiresPasswordChange,
      secondFactor: user.secondFactor && !removeFactors,
    }
  })
}
