import type { bulkModerate as contract } from '#contract/moderation.ts'
import type { Body, Reply } from '#contract/operation/operation.ts'
import type { Moderator } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import { deleteGroupRows } from '#server/groups/delete-group.ts'
import { removeFilesNow } from '#server/groups/remove-files-now.ts'
import type { Transaction } from '#server/ports/database.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import { approveGroup } from './approve-group.ts'
import { openSteps, type Steps } from './moderation-step.ts'

type BulkDeps = Pick<Deps, 'database' | 'files' | 'clock' | 'log' | 'config'>
type BulkRequest = Body<typeof contract>
interface Step {
  readonly moderator: Moderator
  readonly steps: Steps
}

type Result = Reply<typeof contract>['results'][number]

/** Groups per transaction: limits how long others wait for its locks. */
const batchSize = 50

/** Failures of one group, which do not stop the others. Anything else fails the request. */
const ownFailures: readonly string[] = ['GROUP_NOT_FOUND', 'GROUP_CHANGED']

/**
 * Approves, unapproves or deletes each of the groups. One that is unknown, or no longer as its revision says (D44), is
 * reported in its result.
 */
export async function bulkModerate(
  deps: BulkDeps,
  moderator: Moderator,
  { groupIds, ...request }: BulkRequest,
): Promise<{ results: Result[]; undoId: string | null }> {
  const step = { moderator, steps: openSteps(deps) }
  const unique = [...new Set(groupIds)]
  const results = new Map<string, Result>()
  // In a fixed order, so that two requests for the same groups cannot deadlock.
  const sorted = unique.toSorted()
  for (let start = 0; start < sorted.length; start += batchSize) {
    const batch = { ...request, groupIds: sorted.slice(start, start + batchSize) }
    const done = await deps.database.transaction((tx) => moderateBatch(deps, tx, { batch, ...step }))
    for (const result of done.results) results.set(result.groupId, result)
    if (done.files.length > 0) await removeFilesNow(deps, done.files)
  }
  return { results: unique.flatMap((groupId) => results.get(groupId) ?? []), undoId: step.steps.undoId }
}

async function moderateBatch(
  deps: BulkDeps,
  tx: Transaction,
  { batch, ...step }: Step & { readonly batch: BulkRequest },
) {
  const results: Result[] = []
  const files: FileName[] = []
  for (const groupId of batch.groupIds) {
    try {
      files.push(...(await moderateOne(deps, tx, { ...batch, ...step, groupId })))
      results.push({ groupId, ok: true })
    } catch (error) {
      if (!(error instanceof AppError) || !ownFailures.includes(error.code)) throw error
      results.push({ groupId, ok: false, code: error.code, message: error.message })
    }
  }
  return { results, files }
}

/** Returns the files to remove after the commit. */
async function moderateOne(
  deps: BulkDeps,
  tx: Transaction,
  { action, groupId, revisions, moderator, steps }: Omit<BulkRequest, 'groupIds'> & Step & { groupId: string },
): Promise<readonly FileName[]> {
  const target = { groupId, moderator }
  if (action === 'delete') return (await deleteGroupRows(deps, tx, target)).files
  const approval = { approved: action === 'approve', revision: revisions?.[groupId] }
  await steps.run(tx, target, (found) => approveGroup(deps, tx, { found, ...approval }))
  return []
}
