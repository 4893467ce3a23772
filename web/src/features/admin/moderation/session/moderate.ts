import type { Answer } from '#web/api/client.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { afterOwnChanges } from '#web/features/admin/shared/live-updates/own-changes.ts'
import { deleteGroups } from './delete.ts'
import { changeDraft } from './drafts.ts'
import type { SeenGroup } from './groups.ts'
import { type Decision, decideOnPage } from './listed-page.ts'
import { mutate, report } from './mutate.ts'
import type { QueueSearch } from './queue-search.ts'
import { saveDraft } from './save-draft.ts'
import { isSeenWhole, type SeenGroups } from './seen-groups.ts'
import { addStep, dropStep, type UndoStep, undo } from './undo.ts'

export type Action = Decision | 'delete'

interface Where {
  readonly seen: SeenGroups
  /** The page of the queue, which shows the decision immediately. */
  readonly search?: QueueSearch
  /** To the owner, with a withdrawn approval. */
  readonly moderationNote?: string
}

interface Step extends UndoStep {
  readonly decision: Decision
  /** The groups as seen; approving refuses those that have changed since (D44). */
  readonly revisions: Readonly<Record<string, string>>
  readonly moderationNote: string | undefined
}
type Answered = Pick<Answer<'POST /api/admin/groups/bulk'>, 'results' | 'undoId'>

export const canBe = (action: Action, group: SeenGroup): boolean => {
  if (action === 'approve') return !group.isApproved || group.changedSinceApproval
  return action === 'delete' || group.isApproved
}

/** The groups that are ready for the action, and those that wait: no page has shown all their photos (D44). */
export const sortOut = (action: Action, groups: readonly SeenGroup[]) => {
  const able = groups.filter((group) => canBe(action, group))
  const unseen = action === 'approve' ? able.filter((group) => !isSeenWhole(group)) : []
  return { ready: able.filter((group) => !unseen.includes(group)), unseen }
}

/**
 * The one way to approve groups, to withdraw their approval and to delete them, on every page. Returns the groups that it
 * takes on, and whether all of it was done in the end.
 */
export function moderate(action: Action, groups: readonly SeenGroup[], where: Where) {
  const { ready, unseen } = sortOut(action, groups)
  const groupIds = ready.map(({ groupId }) => groupId)
  if (unseen.length > 0) report('error', 'moderation.openFirst', { count: unseen.length })
  if (ready.length === 0) return { groupIds, done: Promise.resolve(false) }
  if (action !== 'delete') return { groupIds, done: decide(action, ready, where) }
  deleteGroups(groupIds)
  return { groupIds, done: Promise.resolve(true) }
}

async function decide(decision: Decision, groups: readonly SeenGroup[], where: Where): Promise<boolean> {
  const { seen, search, moderationNote } = where
  const groupIds = groups.map(({ groupId }) => groupId)
  const revisions = Object.fromEntries(groupIds.map((groupId) => [groupId, seen.revision(groupId) ?? '']))
  const page = search && decideOnPage(search, decision, groupIds)
  const back = { restore: () => page?.restore(), repeat: () => page?.show() }
  const step: Step = { decision, groupIds, revisions, moderationNote, ...back }
  page?.show()
  addStep(step)
  try {
    const answer = await mutate('moderate', async () => {
      const received = await (decision === 'approve' ? approveTyped(step) : send(step))
      // An undo may be next in turn.
      step.undoId = received.undoId
      return received
    })
    const left = answer.results.flatMap(({ groupId, ok }) => (ok ? [] : [groupId]))
    if (answer.undoId === null) dropStep(step)
    page?.restore(left)
    for (const groupId of groupIds) if (!left.includes(groupId)) seen.accept(groupId)
    reportAnswer(step, answer, groups)
    return left.length === 0
  } catch (error) {
    dropStep(step)
    page?.restore()
    report('error', 'moderation.failed', { count: groupIds.length, error })
    return false
  }
}

async function send({ decision, groupIds, revisions, moderationNote }: Step): Promise<Answered> {
  const [groupId = ''] = groupIds
  if (moderationNote !== undefined) {
    const input = { params: { groupId }, body: { approved: false, moderationNote } }
    const { undoId } = await adminCall('PATCH /api/admin/groups/{groupId}/approve', input)
    // Unless it was typed on since.
    changeDraft(groupId, ({ note, ...draft }) => (note === moderationNote ? draft : { ...draft, note }))
    return { results: [{ groupId, ok: true }], undoId }
  }
  const known = Object.fromEntries(groupIds.map((id) => [id, afterOwnChanges(id, revisions[id] ?? '')]))
  const body = { action: decision, groupIds: [...groupIds], revisions: known }
  return adminCall('POST /api/admin/groups/bulk', { body })
}

/** Saves what was typed first; a group whose texts are refused is not approved. */
async function approveTyped(step: Step): Promise<Answered> {
  const saved = await Promise.allSettled(step.groupIds.map((groupId) => saveDraft(groupId)))
  const refused = step.groupIds.filter((_, index) => saved[index]?.status === 'rejected')
  const first = saved.find((one) => one.status === 'rejected')
  if (first && refused.length === step.groupIds.length) throw first.reason
  const answer = await send({ ...step, groupIds: step.groupIds.filter((groupId) => !refused.includes(groupId)) })
  return { ...answer, results: [...answer.results, ...refused.map((groupId) => ({ groupId, ok: false }))] }
}

function reportAnswer(step: Step, { results, undoId }: Answered, groups: readonly SeenGroup[]): void {
  const changed = results.filter(({ code }) => code === 'GROUP_CHANGED').length
  const failed = results.filter(({ ok }) => !ok).length - changed
  if (changed > 0) report('error', 'moderation.changedSinceShown', { count: changed })
  if (failed > 0) report('error', 'moderation.someFailed', { count: failed })
  const count = results.length - changed - failed
  if (count === 0) return
  const did = step.decision === 'approve' && groups.every(({ isApproved }) => isApproved) ? 'confirm' : step.decision
  const text = step.moderationNote === undefined ? (`moderation.did.${did}` as const) : 'group.noteSaved'
  report('success', text, { count, undo: undoId === null ? undefined : () => undo(step) })
}
