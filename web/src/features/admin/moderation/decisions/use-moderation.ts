import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '#web/api/client.ts'
import { saveDraft } from '#web/features/admin/moderation/drafts/save-draft.ts'
import { type Decision, placedIn, withAction, withGroups } from '#web/features/admin/moderation/list/moderated-page.ts'
import type { QueueSearch } from '#web/features/admin/moderation/list/queue-search.ts'
import { useQueueCache } from '#web/features/admin/moderation/list/use-queue-cache.ts'
import type { SeenGroups } from '#web/features/admin/moderation/seen/seen-groups.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { sayDone, sayFailure } from '#web/features/admin/shared/notices.tsx'
import { sinceOwn } from '#web/features/admin/shared/own-revisions.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { addStep, dropStep, inTurn, reloadAfter, type UndoStep, useUndo } from './use-undo.ts'

interface Step extends UndoStep {
  readonly action: Decision
  /** The groups as seen; approving refuses those that have changed since (D44). */
  readonly revisions: Readonly<Record<string, string>>
  /** An approval of groups that were approved before. */
  readonly confirms: boolean
  /** On the page of the queue that showed them. */
  readonly show: () => void
  /** Puts groups back where they were, all of them unless some are named. */
  readonly restore: (groupIds?: readonly string[]) => void
}
type Results = Answer<'POST /api/admin/groups/bulk'>['results']

/** Actions on the groups of a page. The page shows them as done at once; what fails comes back with a message. */
export const useModeration = (search: QueueSearch, seen: SeenGroups) => {
  const client = useQueryClient()
  const stepOf = useSteps(search, seen)
  const report = useReport()
  const undo = useUndo()

  const { mutate } = useMutation({
    ...inTurn,
    mutationFn: (step: Step) => (step.action === 'approve' ? approveTyped(step) : send(step)),
    onMutate: (step) => {
      step.show()
      addStep(step)
    },
    onSuccess: ({ results, undoId }, step) => {
      step.undoId = undoId
      if (undoId === null) dropStep(step)
      const done = results.filter(({ ok }) => ok).map(({ groupId }) => groupId)
      for (const groupId of done) seen.accept(groupId)
      step.restore(step.groupIds.filter((groupId) => !done.includes(groupId)))
      report(step, results, undoId === null ? undefined : () => undo(step))
    },
    onError: (error, step) => {
      dropStep(step)
      step.restore()
      report(step, error)
    },
    onSettled: () => reloadAfter(client),
  })
  return (action: Decision, groupIds: readonly string[]) => mutate(stepOf(action, groupIds))
}

const send = ({ action, groupIds, revisions }: Pick<Step, 'action' | 'groupIds' | 'revisions'>) => {
  const known = Object.fromEntries(groupIds.map((groupId) => [groupId, sinceOwn(groupId, revisions[groupId] ?? '')]))
  return adminCall('POST /api/admin/groups/bulk', { body: { action, groupIds: [...groupIds], revisions: known } })
}

/** Saves what was typed first; a group whose texts are refused is not approved. */
async function approveTyped(step: Step) {
  const saved = await Promise.allSettled(step.groupIds.map((groupId) => saveDraft(groupId)))
  const refused = step.groupIds.filter((_, index) => saved[index]?.status === 'rejected')
  const [first] = saved.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  if (first && refused.length === step.groupIds.length) throw first.reason
  const answer = await send({ ...step, groupIds: step.groupIds.filter((groupId) => !refused.includes(groupId)) })
  return { ...answer, results: [...answer.results, ...refused.map((groupId) => ({ groupId, ok: false }))] }
}

/** A step, with its effects on the page that is shown when it is made. */
const useSteps = (search: QueueSearch, seen: SeenGroups) => {
  const cache = useQueueCache(search)
  return (action: Decision, groupIds: readonly string[]): Step => {
    const page = cache.page()
    const before = page ? placedIn(page, groupIds) : []
    const show = () => {
      cache.stopLoading()
      cache.change((shown) => withAction(shown, { action, groupIds, status: search.status ?? 'pending' }))
    }
    const restore = (some = groupIds) =>
      cache.change((shown) =>
        withGroups(
          shown,
          before.filter(({ group }) => some.includes(group.groupId)),
        ),
      )
    const begin = () => {
      cache.stopLoading()
      restore()
    }
    const revisions = Object.fromEntries(groupIds.map((groupId) => [groupId, seen.revision(groupId) ?? '']))
    const confirms = action === 'approve' && before.every(({ group }) => group.isApproved)
    return { action, groupIds, revisions, confirms, show, restore, begin, fail: show }
  }
}

/** Reports the result of a step. */
const useReport = () => {
  const { t } = useTexts()
  return (step: Step, outcome: Results | Error, undo?: () => void) => {
    if (outcome instanceof Error) return sayFailure(t('moderation.failed', { count: step.groupIds.length }), outcome)
    const changed = outcome.filter(({ code }) => code === 'GROUP_CHANGED').length
    const failed = outcome.filter(({ ok }) => !ok).length - changed
    if (changed > 0) sayFailure(t('moderation.changedMeanwhile', { count: changed }))
    if (failed > 0) sayFailure(t('moderation.someFailed', { count: failed }))
    const count = outcome.length - changed - failed
    if (count === 0) return
    const text = t(`moderation.did.${step.confirms ? 'confirm' : step.action}`, { count })
    if (undo) sayDone(text, { label: t('moderation.undo'), run: undo })
    else sayDone(text)
  }
}
