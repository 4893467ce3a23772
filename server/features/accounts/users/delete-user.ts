import type { AccountManager } from '#server/domain/caller.ts'
import type { ListedUser } from '#server/ports/accounts/user-store.ts'
import type { Deps } from '#server/ports/deps.ts'
import { changeAccount, type UserOf } from './change-account.ts'

/** Deletes an account with its sessions. AppError USER_NOT_FOUND, LAST_ADMIN. */
export const deleteUser = (deps: Pick<Deps, 'database'>, _by: AccountManager, of: UserOf): Promise<ListedUser> =>
  changeAccount(deps, of, async (tx, user) => {
    await tx.users.remove(user.id)
    await tx.withdrawals.add({ kind: 'account_deleted', userId: user.id })
    return user
  })
