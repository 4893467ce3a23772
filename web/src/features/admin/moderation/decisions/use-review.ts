import { useNavigate } from '@tanstack/react-router'
import { type Action, nextAfter } from '#web/features/admin/moderation/list/moderated-page.ts'
import type { usePosition } from '#web/features/admin/moderation/list/use-position.ts'
import type { useSelection } from '#web/features/admin/moderation/list/use-selection.ts'
import type { SeenGroup } from '#web/features/admin/moderation/seen/differences.ts'
import { isSeenWhole } from '#web/features/admin/moderation/seen/opened-groups.ts'
import { sayFailure } from '#web/features/admin/shared/notices.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { useDeletion } from './use-deletion.ts'
import type { useModeration } from './use-moderation.ts'

interface Queue {
  readonly groups: readonly SeenGroup[]
  readonly position: ReturnType<typeof usePosition>
  readonly selection: ReturnType<typeof useSelection>
  /** Shows a group whose photos have not been seen all. */
  readonly onUnseen: (groupId: string) => void
  readonly decide: ReturnType<typeof useModeration>
}

const canBe = (action: Action, group: SeenGroup): boolean => {
  if (action === 'approve') return !group.isApproved || group.changedSinceApproval
  return action === 'delete' || group.isApproved
}

/** The actions of the queue's buttons and keys. */
export const useReview = ({ groups, position, selection, onUnseen, decide }: Queue) => {
  const { t } = useTexts()
  const navigate = useNavigate()
  const remove = useDeletion()
  const { current, isListed, goTo } = position
  const open = (groupId: string) => void navigate({ to: '/admin/moderation/$groupId', params: { groupId } })
  /** The selection, else the current group. */
  const targets = () => (selection.selected.length > 0 ? selection.selected : isListed && current ? [current] : [])

  const moderate = (action: Action, groupIds: readonly string[] = targets()) => {
    const able = groups.filter((group) => groupIds.includes(group.groupId) && canBe(action, group))
    // Nobody approves photos that no page has shown (D44).
    const unseen = action === 'approve' ? able.filter((group) => !isSeenWhole(group)) : []
    if (groupIds.length === 1 && unseen[0]) return onUnseen(unseen[0].groupId)
    const wanted = able.filter((group) => !unseen.includes(group)).map(({ groupId }) => groupId)
    if (unseen.length > 0) sayFailure(t('moderation.openFirst', { count: unseen.length }))
    if (wanted.length === 0) return
    const next = nextAfter(groups, wanted)
    if (action === 'delete') remove(wanted)
    else decide(action, wanted)
    selection.clear()
    if (current === undefined || wanted.includes(current)) goTo(next)
  }
  return { moderate, open, targets }
}
