import { Skeleton } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LoadFailed } from '#web/features/admin/frame/load-failed.tsx'
import { PageTitle } from '#web/features/admin/frame/page-title.tsx'
import { adminCall } from '#web/features/admin/session/admin-call.ts'
import { useAdmin } from '#web/features/admin/session/session.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { Checklist } from './checklist.tsx'
import { ConsentBars } from './consent-bars.tsx'
import { Figures } from './figures.tsx'
import style from './page.module.css'
import { WeeksChart } from './weeks-chart.tsx'

const overview = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: ({ signal }) => adminCall('GET /api/admin/overview', { signal }),
  staleTime: 10_000,
})

/** What there is to do, what has happened, and how the service is set up. */
export const OverviewPage = () => {
  const { t } = useTexts()
  const admin = useAdmin()
  const navigate = useNavigate()
  const auditor = admin?.role === 'auditor'
  // Auditors have the logs and nothing else (D26).
  useEffect(() => {
    if (auditor) void navigate({ to: '/admin/deletion-log', replace: true })
  }, [auditor, navigate])
  const { data, error, refetch } = useQuery({ ...overview, enabled: !auditor })
  if (auditor) return null
  return (
    <>
      <PageTitle title={t('overview.title')} />
      {error && !data && <LoadFailed error={error} onAgain={refetch} />}
      {!data && !error && <Skeleton height={640} radius={14} />}
      {data && (
        <div className={style.parts}>
          <Figures overview={data} />
          <section aria-labelledby="weeks-title" className={style.part}>
            <h2 id="weeks-title">{t('overview.weeks')}</h2>
            <WeeksChart weeks={data.weeks} />
          </section>
          <div className={style.pair}>
            <section aria-labelledby="consents-title" className={style.part}>
              <h2 id="consents-title">{t('overview.consents')}</h2>
              <ConsentBars consents={data.consents} groups={data.groups.pending + data.groups.approved} />
            </section>
            <section aria-labelledby="checklist-title" className={style.part}>
              <h2 id="checklist-title">{t('overview.checklist')}</h2>
              <Checklist overview={data} />
            </section>
          </div>
        </div>
      )}
    </>
  )
}
