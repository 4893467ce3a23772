import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { isCode } from '#web/api/api-error.ts'
import { useDecidedText } from '#web/features/admin/shared/live-updates/decided.tsx'
import { useDecisions } from '#web/features/admin/shared/live-updates/decisions.ts'
import { Loaded } from '#web/features/admin/shared/loaded.tsx'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { adminGroup } from './group-queries.ts'
import { GroupView } from './group-view.tsx'

/** One group with all its details. The chat bot links here. */
export const GroupPage = () => {
  const { t } = useTexts()
  const { groupId } = useParams({ from: '/admin/moderation/$groupId' })
  const query = useQuery(adminGroup(groupId))
  const decided = useDecisions().get(groupId)
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
  return (
    <Loaded query={query} placeholder={640}>
      {(group) => <GroupView key={groupId} group={group} />}
    </Loaded>
  )
}
