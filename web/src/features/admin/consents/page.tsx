import { NativeSelect, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { adminCall } from '#web/features/admin/auth/admin-call.ts'
import { DataTable } from '#web/features/admin/frame/data-table.tsx'
import { LoadFailed } from '#web/features/admin/frame/load-failed.tsx'
import { PageTitle } from '#web/features/admin/frame/page-title.tsx'
import section from '#web/features/admin/frame/section.module.css'
import { allPlatforms } from '#web/features/admin/moderation/queue-queries.ts'
import { number, shortDate } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { ConsentMark } from './consent-mark.tsx'
import type { ConsentSearch } from './consent-search.ts'
import { Export } from './export.tsx'

const most = 300

/** Who agreed to what. */
export const ConsentsPage = () => {
  const { t } = useTexts()
  const navigate = useNavigate()
  const search = useSearch({ from: '/admin/consents' })
  const { data: platforms = [] } = useQuery(allPlatforms)
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'groups', 'by-consent', search],
    queryFn: ({ signal }) =>
      adminCall('GET /api/admin/groups/by-consent', {
        signal,
        query: {
          ...(search.workshop && { displayInWorkshop: search.workshop === 'yes' }),
          ...(search.platform !== undefined && { platformId: search.platform }),
          ...((search.platform !== undefined || search.inForce) && { platformConsent: search.inForce !== 'no' }),
        },
      }),
    placeholderData: keepPreviousData,
  })
  const go = (next: ConsentSearch) => navigate({ to: '/admin/consents', search: next, replace: true })
  const without = (key: keyof ConsentSearch): ConsentSearch => {
    const { [key]: _, ...rest } = search
    return rest
  }
  const stateOf = (group: NonNullable<typeof data>['groups'][number], platformId: number) => {
    const consent = group.socialMediaConsents.find((one) => one.platformId === platformId)
    if (!consent?.consented) return 'none'
    return consent.revoked ? 'revoked' : 'given'
  }
  return (
    <>
      <PageTitle title={t('nav.consents')} text={t('consents.text')} />
      <div className={section.sections}>
        <section className={section.section} aria-labelledby="list-title">
          <h2 id="list-title">
            {t('consents.groups', { count: data?.count ?? 0, formatted: number(data?.count ?? 0) })}
          </h2>
          <div className={section.fields}>
            <NativeSelect
              size="md"
              label={t('consents.workshop')}
              value={search.workshop ?? ''}
              data={[
                { value: '', label: t('consents.any') },
                { value: 'yes', label: t('consents.given') },
                { value: 'no', label: t('consents.notInForce') },
              ]}
              onChange={({ currentTarget: { value } }) =>
                go(value === '' ? without('workshop') : { ...search, workshop: value as 'yes' | 'no' })
              }
            />
            <NativeSelect
              size="md"
              label={t('consents.platform')}
              value={search.platform ?? ''}
              data={[
                { value: '', label: t('consents.anyPlatform') },
                ...platforms.map((one) => ({ value: String(one.platform_id), label: one.display_name })),
              ]}
              onChange={({ currentTarget: { value } }) =>
                go(value === '' ? without('platform') : { ...search, platform: Number(value) })
              }
            />
            <NativeSelect
              size="md"
              label={t('consents.platformState')}
              value={search.inForce ?? ''}
              data={[
                { value: '', label: t(search.platform === undefined ? 'consents.any' : 'consents.given') },
                { value: 'no', label: t('consents.notInForce') },
              ]}
              onChange={({ currentTarget: { value } }) =>
                go(value === 'no' ? { ...search, inForce: 'no' } : without('inForce'))
              }
            />
          </div>
          {error && !data && <LoadFailed error={error} onAgain={refetch} />}
          {!data && !error && <Skeleton height={360} radius={14} />}
          {data && (
            <DataTable
              label={t('nav.consents')}
              empty={t('queue.nothingFound')}
              head={[
                t('table.group'),
                t('table.name'),
                t('table.uploaded'),
                t('consents.workshop'),
                ...platforms.map((one) => one.display_name),
              ]}
              rows={data.groups.slice(0, most).map((group) => ({
                key: group.groupId,
                cells: [
                  <Link key="link" to="/admin/moderation/$groupId" params={{ groupId: group.groupId }}>
                    {group.title ?? t('group.untitled')}
                  </Link>,
                  group.name ?? '–',
                  shortDate(group.uploadDate),
                  <ConsentMark
                    key="workshop"
                    state={group.display_in_workshop ? 'given' : group.workshopRevokedTimestamp ? 'revoked' : 'none'}
                  />,
                  ...platforms.map((one) => (
                    <ConsentMark key={one.platform_id} state={stateOf(group, one.platform_id)} />
                  )),
                ],
              }))}
            />
          )}
          {data && data.count > most && <p className={section.soft}>{t('consents.more', { count: most })}</p>}
        </section>
        <Export />
      </div>
    </>
  )
}
