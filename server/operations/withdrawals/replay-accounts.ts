import type { Transaction } from '#server/ports/database.ts'
import type { AccountEffects } from './effects-of.ts'

/**
 * If the current accounts cannot be read, their passwords and roles are unknown: what has changed since the backup is
 * locked until someone with shell access unlocks it. Returns the names of the locked accounts.
 */
export async function replayAccounts(
  tx: Transaction,
  accounts: ReadonlyMap<number, AccountEffects>,
  unusableHash: string,
): Promise<string[]> {
  const locked: string[] = []
  for (const user of await tx.users.all()) {
    const effects = accounts.get(user.id)
    if (effects === undefined) continue
    locked.push(user.username)
    if (effects.deleted) {
      await tx.users.remove(user.id)
      continue
    }
    await tx.users.update(user.id, { role: user.role, disabled: user.disabled || effects.disabled })
    if (effects.secondFactor) await tx.secondFactors.removeOfUser(user.id)
    if (effects.password || effects.secondFactor) {
      await tx.users.changePassword(user.id, { passwordHash: unusableHash, requiresPasswordChange: true })
    }
    await tx.sessions.removeOfUser(user.id)
  }
  return locked
}
