import type { bulkModerate as contract } from '#contract/moderation.ts'
import type { Body, Reply } from '#contract/operation.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { deleteGroupRows } from '#server/groups/delete-group.ts'
import { removeFilesNow } from '#server/groups/remove-files-now.ts'
import type { Transaction } from '#server/ports/database.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import { setApproval } from './set-approval.ts'

type BulkDeps = Pick<Deps, 'database' | 'files' | 'clock' | 'log' | 'config'>
type Action = Body<typeof contract>['action']
type Result = Reply<typeof contract>['results'][number]

/** Groups per transaction: nobody waits for longer than these take. */
const together = 50

/** Approves, unapproves or deletes each of the groups; an unknown one is told in its result. */
export async function bulkModerate(deps: BulkDeps, { action, groupIds }: Body<typeof contract>): Promise<Result[]> {
  const asked = [...new Set(groupIds)]
  const results = new Map<string, Result>()
  // In one order, so that two requests over the same groups do not wait for each other for ever.
  const sorted = asked.toSorted()
  for (let start = 0; start < sorted.length; start += together) {
    const part = sorted.slice(start, start + together)
    const done = await deps.database.transaction((tx) => moderate(deps, tx, { action, groupIds: part }))
    for (const result of done.results) results.set(result.groupId, result)
    if (done.files.length > 0) await removeFilesNow(deps, done.files)
  }
  return asked.flatMap((groupId) => results.get(groupId) ?? [])
}

async function moderate(
  deps: BulkDeps,
  tx: Transaction,
  { action, groupIds }: { action: Action; groupIds: readonly string[] },
) {
  const results: Result[] = []
  const files: FileName[] = []
  for (const groupId of groupIds) {
    try {
      files.push(...(await moderateOne(deps, tx, { action, groupId })))
      results.push({ groupId, ok: true })
    } catch (error) {
      // Anything else fails the transaction and the request.
      if (!(error instanceof AppError) || error.code !== 'GROUP_NOT_FOUND') throw error
      results.push({ groupId, ok: false, code: error.code, message: error.message })
    }
  }
  return { results, files }
}

/** Answers the files to remove after the commit. */
async function moderateOne(
  deps: BulkDeps,
  tx: Transaction,
  { action, groupId }: { action: Action; groupId: string },
): Promise<readonly FileName[]> {
  if (action === 'delete') {
    return (await deleteGroupRows(deps, tx, { groupId, reason: 'admin_moderation_deletion' })).files
  }
  await setApproval(deps, tx, { groupId, approved: action === 'approve' })
  return []
}
