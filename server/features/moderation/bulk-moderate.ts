import type { bulkModerate as contract } from '#contract/moderation.ts'
import type { Body, Reply } from '#contract/operation.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { deleteGroup } from '#server/groups/delete-group.ts'
import type { Transaction } from '#server/ports/storage.ts'
import { setApproval } from './set-approval.ts'

type BulkDeps = Pick<Deps, 'storage' | 'files' | 'clock' | 'log' | 'config'>
type Result = Reply<typeof contract>['results'][number]

/** Groups per transaction: others wait for no more than this. */
const together = 100

/** Approves, unapproves or deletes each of the groups; what fails for one is told in its result. */
export async function bulkModerate(deps: BulkDeps, { action, groupIds }: Body<typeof contract>): Promise<Result[]> {
  // In one order, so that two requests over the same groups do not wait for each other for ever.
  const ids = [...new Set(groupIds)].sort()
  const results = new Map<string, Result>()
  const attempt = async (groupId: string, run: () => Promise<unknown>) => {
    results.set(groupId, await resultOf(groupId, run))
  }
  if (action === 'delete') {
    for (const groupId of ids) {
      await attempt(groupId, () => deleteGroup(deps, { groupId, reason: 'admin_moderation_deletion' }))
    }
  } else {
    const approved = action === 'approve'
    const approve = async (tx: Transaction, part: readonly string[]) => {
      for (const groupId of part) await attempt(groupId, () => setApproval(deps, tx, { groupId, approved }))
    }
    for (let start = 0; start < ids.length; start += together) {
      await deps.storage.transaction((tx) => approve(tx, ids.slice(start, start + together)))
    }
  }
  return [...new Set(groupIds)].flatMap((groupId) => results.get(groupId) ?? [])
}

/** Only what is expected is a result: a database that fails stops the request. */
async function resultOf(groupId: string, run: () => Promise<unknown>): Promise<Result> {
  try {
    await run()
    return { groupId, ok: true }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'GROUP_NOT_FOUND') throw error
    return { groupId, ok: false, code: error.code, message: error.message }
  }
}
