import { useQuery } from '@tanstack/react-query'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { Loaded } from '#web/features/admin/shared/loaded.tsx'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { StatRow } from '#web/features/admin/shared/stat-row.tsx'
import { number } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { Bans } from './bans.tsx'

/** How often management links were used, and who is banned after too many wrong ones. */
export const RateLimitsPage = () => {
  const { t } = useTexts()
  const limits = useQuery({
    queryKey: ['admin', 'rate-limits'],
    queryFn: async ({ signal }) => {
      const [stats, { bans }] = await Promise.all([
        adminCall('GET /api/admin/rate-limiter/stats', { signal }),
        adminCall('GET /api/admin/rate-limiter/bans', { signal }),
      ])
      return { stats, bans }
    },
    staleTime: 0,
  })
  return (
    <>
      <PageTitle title={t('nav.rateLimits')} text={t('rateLimits.text')} />
      <Loaded query={limits} placeholder={320}>
        {({ stats, bans }) => (
          <div className={section.sections}>
            <StatRow
              stats={[
                [t('rateLimits.requests'), number(stats.totalRequests)],
                [t('rateLimits.blocked'), number(stats.blockedRequests)],
                [t('rateLimits.clients'), number(stats.activeClients)],
              ]}
            />
            <Bans bans={bans} />
          </div>
        )}
      </Loaded>
    </>
  )
}
