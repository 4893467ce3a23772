import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { Loaded } from '#web/features/admin/shared/loaded.tsx'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { number } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { ConsentFilter } from './consent-filter.tsx'
import type { ConsentSearch } from './consent-search.ts'
import { ConsentTable } from './consent-table.tsx'
import { Export } from './export.tsx'

const queryOf = ({ workshop, platform, inForce }: ConsentSearch) => ({
  ...(workshop && { displayInWorkshop: workshop === 'yes' }),
  ...(platform !== undefined && { platformId: platform }),
  ...((platform !== undefined || inForce) && { platformConsent: inForce !== 'no' }),
})

/** Who agreed to what. */
export const ConsentsPage = () => {
  const { t } = useTexts()
  const search = useSearch({ from: '/admin/consents' })
  const groups = useQuery({
    queryKey: ['admin', 'groups', 'by-consent', search],
    queryFn: ({ signal }) => adminCall('GET /api/admin/groups/by-consent', { signal, query: queryOf(search) }),
    placeholderData: keepPreviousData,
  })
  const count = groups.data?.count ?? 0
  return (
    <>
      <PageTitle title={t('nav.consents')} text={t('consents.text')} />
      <div className={section.sections}>
        <ConsentFilter search={search} />
        <Export filter={queryOf(search)} />
        <section className={section.section} aria-labelledby="list-title">
          <h2 id="list-title">{t('consents.groups', { count, formatted: number(count) })}</h2>
          <Loaded query={groups} placeholder={360}>
            {(data) => <ConsentTable groups={data.groups} />}
          </Loaded>
        </section>
      </div>
    </>
  )
}
