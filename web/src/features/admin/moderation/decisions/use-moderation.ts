import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '#web/api/client.ts'
import {
  type Action,
  type Placed,
  placedIn,
  withAction,
  withGroups,
} from '#web/features/admin/moderation/list/moderated-page.ts'
import type { QueueSearch } from '#web/features/admin/moderation/list/queue-search.ts'
import { useQueueCache } from '#web/features/admin/moderation/list/use-queue-cache.ts'
import type { SeenGroups } from '#web/features/admin/moderation/seen/seen-groups.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { sayDone, sayFailure } from '#web/features/admin/shared/notices.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { useDeletion } from './use-deletion.ts'
import { inTurn, reloadAfter, type UndoStep, useUndo } from './use-undo.ts'

export interface Step extends UndoStep {
  readonly action: Action
  readonly groupIds: readonly string[]
  /** As they were seen; approving refuses what has changed since (D44). */
  readonly revisions: Readonly<Record<string, string>>
  /** The groups before the step, where they were, and the page of the queue that showed them. */
  readonly before: readonly Placed[]
  readonly from: string
}
export type Results = Answer<'POST /api/admin/groups/bulk'>['results']

/** Actions on the groups of a page. The page shows them as done at once; what fails comes back with a message. */
export const useModeration = (search: QueueSearch, seen: SeenGroups) => {
  const client = useQueryClient()
  const cache = useQueueCache(search)
  const report = useReport()
  const bringBack = ({ before, from }: Step, groupIds?: readonly string[]) => {
    const back = before.filter(({ group }) => groupIds?.includes(group.groupId) ?? true)
    if (from === cache.name) cache.change((page) => withGroups(page, back))
  }
  const show = ({ action, groupIds }: Step) =>
    cache.change((page) => withAction(page, { action, groupIds, status: search.status ?? 'pending' }))
  const begin = (step: Step) => {
    cache.stopLoading()
    bringBack(step)
  }
  const undo = useUndo<Step>({ begin, fail: show })

  const { mutate } = useMutation({
    ...inTurn,
    mutationFn: ({ action, groupIds, revisions }: Step) =>
      adminCall('POST /api/admin/groups/bulk', { body: { action, groupIds: [...groupIds], revisions } }),
    onMutate: (step) => {
      cache.stopLoading()
      show(step)
      undo.add(step)
    },
    onSuccess: ({ results, undoId }, step) => {
      step.undoId = undoId
      if (undoId === null) undo.drop(step)
      const done = results.filter(({ ok }) => ok).map(({ groupId }) => groupId)
      for (const groupId of done) seen.accept(groupId)
      bringBack(
        step,
        step.groupIds.filter((groupId) => !done.includes(groupId)),
      )
      report(step, results, undoId === null ? undefined : () => undo.undo(step))
    },
    onError: (error, step) => {
      undo.drop(step)
      bringBack(step)
      report(step, error)
    },
    onSettled: () => reloadAfter(client),
  })

  const remove = useDeletion({ undo, show, bringBack, stopLoading: cache.stopLoading, report })

  const act = (action: Action, groupIds: readonly string[]) => {
    const page = cache.page()
    const before = page ? placedIn(page, groupIds) : []
    const revisions = Object.fromEntries(groupIds.map((groupId) => [groupId, seen.revision(groupId) ?? '']))
    const step = { action, groupIds, revisions, before, from: cache.name }
    if (action === 'delete') remove(step)
    else mutate(step)
  }
  return {
    act,
    /** Returns the groups that come back to this page. */
    undo: (): readonly string[] => {
      const step = undo.undo()
      return step?.from === cache.name ? step.groupIds : []
    },
  }
}

const confirms = ({ action, before }: Step) => action === 'approve' && before.every(({ group }) => group.isApproved)

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
    const text = t(`moderation.did.${confirms(step) ? 'confirm' : step.action}`, { count })
    if (undo) sayDone(text, { label: t('moderation.undo'), run: undo })
    else sayDone(text)
  }
}
