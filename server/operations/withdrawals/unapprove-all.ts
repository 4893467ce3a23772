import { replaceServedNames } from '#server/groups/replace-served-names.ts'
import { walkGroups } from '#server/groups/walk-groups.ts'
import type { Database } from '#server/ports/database.ts'
import { unapprove } from './replay-group.ts'

/**
 * If withdrawals since the backup are unknown, nothing is shown until a moderator has looked at it again (D49).
 * Returns how many groups lost their approval.
 */
export async function unapproveAll(database: Database, except: ReadonlySet<string>): Promise<number> {
  let count = 0
  for await (const groups of walkGroups(database.moderation, { approved: true })) {
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
