import { OperatorError } from '#server/domain/errors.ts'
import { replaceServedNames } from '#server/groups/hide-image.ts'
import { endSubmissions } from '#server/groups/submission-files.ts'
import { walkGroups } from '#server/groups/walk-groups.ts'
import { unapprove } from '#server/groups/withdrawals/replay-group.ts'
import type { Database } from '#server/ports/deps.ts'

const always = '9999'

/** OperatorError for a group to bring back that is not there: behind a mistyped id another one would stay deleted. */
export async function requireGroups({ groups }: Database, groupIds: ReadonlySet<string>, place: string): Promise<void> {
  for (const id of groupIds)
    if (!(await groups.find(id))) throw new OperatorError(`There is no group ${id} in the ${place}`)
}

/**
 * What was under way never comes back: sessions, staff links, which may have been revoked since (D91), who decides from the chat (D92), logins that wait for their second factor (D49), and submissions, whose files
 * are in no backup.
 */
export async function endSessions(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.sessions.removeAll()
    await tx.staffLinks.revoke(new Date().toISOString())
    await tx.secondFactors.removeChallengesBefore(always)
    await tx.chat.unbindAll()
  })
  await endSubmissions({ database }, always)
}

/**
 * If withdrawals since the backup are unknown, nothing is shown until a moderator has looked at it again (D49).
 * Returns how many groups lost their approval.
 */
export async function unapproveAll(database: Database, except: ReadonlySet<string>): Promise<number> {
  let count = 0
  // Also of groups that wait in a groups.json.
  await database.transaction((tx) => tx.withdrawals.add({ kind: 'approval_withdrawn' }))
  for await (const groups of walkGroups(database.moderation, { scope: 'all', approved: true })) {
    for (const { group } of groups) if (!except.has(group.groupId)) count += await unapproveOne(database, group.groupId)
  }
  return count
}

const unapproveOne = (database: Database, groupId: string): Promise<number> =>
  database.transaction(async (tx) => {
    const group = await tx.groups.lock(groupId)
    if (!group || !(await unapprove(tx, group))) return 0
    await tx.withdrawals.add({ kind: 'approval_withdrawn', groupId })
    await replaceServedNames(tx, groupId, await tx.images.ofGroup(groupId))
    return 1
  })
