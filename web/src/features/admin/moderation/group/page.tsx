import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isCode } from '#web/api/api-error.ts'
import { useLeaving } from '#web/features/admin/moderation/decisions/leaving.ts'
import { noteGroup } from '#web/features/admin/moderation/list/last-queue.ts'
import { useDecidedText } from '#web/features/admin/shared/live-updates/decided.tsx'
import { useDecisions } from '#web/features/admin/shared/live-updates/decisions.ts'
import { Loaded } from '#web/features/admin/shared/loaded.tsx'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { BeingDeleted } from './being-deleted.tsx'
import { adminGroup } from './group-queries.ts'
import { GroupView } from './group-view.tsx'

/** One group with all its details. The chat bot links here. */
export const GroupPage = () => {
  const { t } = useTexts()
  const { groupId } = useParams({ from: '/admin/moderation/$groupId' })
  const query = useQuery(adminGroup(groupId))
  const decided = useDecisions().get(groupId)
  const leaving = useLeaving()
  useEffect(() => noteGroup(groupId), [groupId])
  const decidedText = useDecidedText()
  // It can also happen while the page is open: somebody has deleted the group.
  if (isCode(query.error, 'GROUP_NOT_FOUND'))
    return (
      <PageTitle title={t('group.goneTitle')} text={decided ? decidedText(decided) : t('group.goneText')}>
        <Button component={Link} to="/admin/moderation" h={44}>
          {t('group.toQueue')}
        </Button>
      </PageTitle>
    )
  if (leaving.has(groupId)) return <BeingDeleted />
  return (
    <Loaded query={query} placeholder={640}>
      {(group) => <GroupView key={groupId} group={group} />}
    </Loaded>
  )
}
