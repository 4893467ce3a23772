import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Answer } from '#web/api/client.ts'
import { DataTable } from '#web/features/admin/shared/data-table.tsx'
import { allPlatforms } from '#web/features/admin/shared/queries.ts'
import section from '#web/features/admin/shared/section.module.css'
import { shortDate } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { ConsentMark } from './consent-mark.tsx'

type Group = Answer<'GET /api/admin/groups/by-consent'>['groups'][number]

const maxRows = 300

const workshopState = (group: Group) => {
  if (group.display_in_workshop) return 'given'
  return group.workshopRevokedTimestamp ? 'revoked' : 'none'
}
const platformState = (group: Group, id: number) => {
  const consent = group.socialMediaConsents.find(({ platformId }) => platformId === id)
  if (!consent?.consented) return 'none'
  return consent.revoked ? 'revoked' : 'given'
}

export const ConsentTable = ({ groups }: { groups: readonly Group[] }) => {
  const { t } = useTexts()
  const { data: platforms = [] } = useQuery(allPlatforms)
  const cellsOf = (group: Group) => [
    <Link key="link" to="/admin/moderation/$groupId" params={{ groupId: group.groupId }}>
      {group.title ?? t('group.untitled')}
    </Link>,
    group.name ?? '–',
    shortDate(group.uploadDate),
    <ConsentMark key="workshop" state={workshopState(group)} />,
    ...platforms.map(({ platform_id: id }) => <ConsentMark key={id} state={platformState(group, id)} />),
  ]
  const columns = [t('table.group'), t('table.name'), t('table.uploaded'), t('consents.workshop')]
  return (
    <>
      <DataTable
        label={t('nav.consents')}
        empty={t('moderation.nothingFound')}
        head={[...columns, ...platforms.map((platform) => platform.display_name)]}
        rows={groups.slice(0, maxRows).map((group) => ({ key: group.groupId, cells: cellsOf(group) }))}
      />
      {groups.length > maxRows && <p className={section.soft}>{t('consents.more', { count: maxRows })}</p>}
    </>
  )
}
