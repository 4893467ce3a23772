import { limits } from '#contract/limits.ts'
import type { bulkModerate as contract } from '#contract/moderation.ts'
import type { Body, Reply } from '#contract/operation/operation.ts'
import { chunksOf } from '#server/concurrency/chunks-of.ts'
import { withdrawn } from '#server/domain/approval.ts'
import type { Moderator } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import { groupChanged } from '#server/domain/group.ts'
import { optionalText } from '#server/domain/text/text.ts'
import { patchGroup } from '#server/groups/change-group.ts'
import { deleteGroupRows } from '#server/groups/delete-group.ts'
import { giveApproval } from '#server/groups/give-approval.ts'
import { replaceServedNames } from '#server/groups/hide-image.ts'
import { removeFilesNow } from '#server/groups/remove-files-now.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import { type Moderated, openSteps, type Steps } from './moderation-step.ts'

interface Approval {
  readonly approved: boolean
  /** The group's revision as the moderator saw it; without one any revision is approved (D44). */
  readonly revision?: string | undefined
  /** For the owner, with a withdrawn approval; the next approval clears it (D73). */
  readonly moderationNote?: string | undefined
}

/**
 * Approves a group, or withdraws the approval; approving again confirms that the owner's changes were seen
 * (specification, Group approval; D21). AppError GROUP_CHANGED, TEXT_TOO_LONG.
 */
export async function approveGroup(
  deps: Pick<Deps, 'clock'>,
  tx: Transaction,
  { found, ...approval }: Approval & { found: Moderated },
): Promise<void> {
  if (!approval.approved) return withdraw(deps, tx, { found, ...approval })
  const { group, images } = found
  if (approval.revision !== undefined && approval.revision !== group.contentRevision) throw groupChanged(group.groupId)
  await giveApproval(tx, { group, images }, deps.clock.now())
}

async function withdraw(
  { clock }: Pick<Deps, 'clock'>,
  tx: Transaction,
  { found: { group, images }, moderationNote }: Approval & { found: Moderated },
): Promise<void> {
  const note = moderationNote === undefined ? {} : { moderationNote: noteFrom(moderationNote) }
  if (group.isApproved) {
    await patchGroup(tx, group.groupId, { ...withdrawn(group, clock.now()), ...note })
    await replaceServedNames(tx, group.groupId, images)
  } else if (moderationNote !== undefined) {
    await tx.groups.update(group.groupId, note)
  }
}

/** AppError TEXT_TOO_LONG over 500 code points (D73). */
export const noteFrom = (text: string | undefined): string | null =>
  optionalText('moderationNote', text, limits.moderationNote)

type BulkDeps = Pick<Deps, 'database' | 'files' | 'clock' | 'log' | 'settings'>
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
  for (const groupIds of chunksOf(sorted, batchSize)) {
    const batch = { ...request, groupIds }
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
