import { randomBytes } from 'node:crypto'
import { type Effects, effectsOf, restored } from '#server/groups/withdrawals/effects-of.ts'
import { endAgain, replayGroup } from '#server/groups/withdrawals/replay-group.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { Withdrawal } from '#server/ports/withdrawals/withdrawals.ts'

export interface Replayed {
  /** Entries that the database did not know. */
  readonly entries: number
  readonly deletedGroups: readonly string[]
  /** Groups of which something was withdrawn again. */
  readonly changedGroups: readonly string[]
  readonly restoredGroups: readonly string[]
  /** Accounts that changed since; their passwords are not known. */
  readonly lockedAccounts: readonly string[]
}

interface Replay {
  readonly entries: readonly Withdrawal[]
  /** Groups to restore as they are in the backup, except for consents that were withdrawn. */
  readonly bringBack?: ReadonlySet<string>
  /** The accounts are current already. */
  readonly accountsAreCurrent?: boolean
}

type ReplayDeps = Pick<Deps, 'database' | 'passwords'>

/** The entries that the database does not know: it was restored from before they were written. */
export async function unknownEntries(
  { database }: Pick<Deps, 'database'>,
  entries: readonly Withdrawal[],
): Promise<Withdrawal[]> {
  const known = new Set((await database.withdrawals.all()).map(({ id }) => id))
  return entries.filter(({ id }) => !known.has(id))
}

/**
 * Repeats in a restored database what the ledger says was done since. Can be repeated after an interruption: an entry counts as
 * known when all of them have had their effect (D49). The files of what is deleted are planned to be removed.
 */
export async function replayWithdrawals(deps: ReplayDeps, replay: Replay): Promise<Replayed> {
  const entries = await unknownEntries(deps, replay.entries)
  const { groups, accounts, ends } = effectsOf(entries)
  const wanted = [...(replay.bringBack ?? [])]
  for (const groupId of wanted) {
    const effects = groups.get(groupId)
    if (effects) groups.set(groupId, restored(effects))
  }
  for (const [id, endedAt] of ends) await deps.database.transaction((tx) => endAgain(tx, id, endedAt))
  const done = await replayGroups(deps, groups)
  // A random password that is not kept.
  const hash = accounts.size > 0 ? await deps.passwords.hash(randomBytes(32).toString('base64url')) : ''
  const lockedAccounts = await deps.database.transaction(async (tx) => {
    await tx.withdrawals.adopt(entries)
    if (entries.length > 0) await tx.sessions.removeStartedBefore(newestOf(replay.entries))
    for (const groupId of wanted) if (groups.has(groupId)) await tx.withdrawals.add({ kind: 'brought_back', groupId })
    return replay.accountsAreCurrent ? [] : replayAccounts(tx, accounts, hash)
  })
  return { entries: entries.length, ...done, restoredGroups: wanted, lockedAccounts }
}

/** An old database has sessions that have ended since, and the ledger does not name them. */
const newestOf = (entries: readonly Withdrawal[]): string =>
  entries
    .map(({ at }) => at)
    .toSorted()
    .at(-1) ?? ''

async function replayGroups({ database }: ReplayDeps, groups: Effects['groups']) {
  const deletedGroups: string[] = []
  const changedGroups: string[] = []
  for (const [groupId, effects] of groups) {
    const result = await database.transaction((tx) => replayGroup(tx, groupId, effects))
    if (result === 'deleted') deletedGroups.push(groupId)
    if (result === 'withdrawn') changedGroups.push(groupId)
  }
  return { deletedGroups, changedGroups }
}

/**
 * If the current accounts cannot be read, their passwords and roles are unknown: what has changed since the backup is
 * locked until someone with shell access unlocks it. Returns the names of the locked accounts.
 */
async function replayAccounts(tx: Transaction, accounts: Effects['accounts'], unusableHash: string): Promise<string[]> {
  const locked: string[] = []
  for (const user of await tx.users.all()) {
    const done = accounts.get(user.id)
    if (done === undefined) continue
    locked.push(user.username)
    if (done.has('account_deleted')) {
      await tx.users.remove(user.id)
      continue
    }
    // The backup has a role that is no longer theirs.
    const disabled = user.disabled || done.has('account_disabled') || done.has('role_changed')
    await tx.users.update(user.id, { ...user, disabled })
    const changedFactor = done.has('second_factor_changed')
    if (changedFactor) await tx.secondFactors.removeOfUser(user.id)
    if (changedFactor || done.has('password_changed')) {
      await tx.users.changePassword(user.id, { passwordHash: unusableHash, requiresPasswordChange: true })
    }
    await tx.sessions.removeOfUser(user.id)
  }
  return locked
}
