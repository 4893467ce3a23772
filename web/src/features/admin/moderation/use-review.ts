import { useNavigate } from '@tanstack/react-router'
import { sayFailure } from '#web/features/admin/shared/notices.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { type Action, nextAfter } from './moderated-page.ts'
import type { ListedGroup } from './queue-queries.ts'
import { isSeenWhole } from './seen/opened-groups.ts'
import type { useModeration } from './use-moderation.ts'
import type { usePosition } from './use-position.ts'
import type { useSelection } from './use-selection.ts'

interface Queue {
  readonly groups: readonly ListedGroup[]
  readonly position: ReturnType<typeof usePosition>
  readonly selection: ReturnType<typeof useSelection>
  readonly moderation: ReturnType<typeof useModeration>
}

const canBe = (action: Action, group: ListedGroup): boolean => {
  if (action === 'approve') return !group.isApproved || group.changedSinceApproval
  return action === 'delete' || group.isApproved
}

/** What the buttons and keys of the queue do with the groups they are about. */
export const useReview = ({ groups, position, selection, moderation }: Queue) => {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { current, isListed, goTo } = position
  const open = (groupId: string) => void navigate({ to: '/admin/moderation/$groupId', params: { groupId } })
  /** The selection, else the current group. */
  const targets = () => (selection.selected.length > 0 ? selection.selected : isListed && current ? [current] : [])

  const moderate = (action: Action, groupIds: readonly string[] = targets()) => {
    const able = groups.filter((group) => groupIds.includes(group.groupId) && canBe(action, group))
    // Nobody approves photos that no page has shown (D44).
    const unseen = action === 'approve' ? able.filter((group) => !isSeenWhole(group)) : []
    if (groupIds.length === 1 && unseen[0]) return open(unseen[0].groupId)
    const wanted = able.filter((group) => !unseen.includes(group)).map(({ groupId }) => groupId)
    if (unseen.length > 0) sayFailure(t('moderation.openFirst', { count: unseen.length }))
    if (wanted.length === 0) return
    const next = nextAfter(groups, wanted)
    moderation.act(action, wanted)
    selection.clear()
    if (current === undefined || wanted.includes(current)) goTo(next)
  }
  return { moderate, open, targets }
}
