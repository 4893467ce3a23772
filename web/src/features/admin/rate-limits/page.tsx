import { Button } from '@mantine/core'
import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#web/api/client.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { DataTable } from '#web/features/admin/shared/data-table.tsx'
import { Load, PageTitle } from '#web/features/admin/shared/page/page.tsx'
import { SettingsTabs } from '#web/features/admin/shared/page/page-tabs.tsx'
import { StatRow } from '#web/features/admin/shared/stat-row.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { dateTime, number } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'

const rateLimits = queryOptions({
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

/** How often management links were used, and who is banned after too many wrong ones. */
export const RateLimitsPage = () => (
  <>
    <SettingsTabs />
    <PageTitle title={t('nav.rateLimits')} text={t('rateLimits.text')} />
    <Load of={rateLimits} placeholder={320}>
      {({ stats, bans }) => (
        <div className="page-sections">
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
    </Load>
  </>
)

type Ban = Answer<'GET /api/admin/rate-limiter/bans'>['bans'][number]

/** The banned addresses; each ban can be lifted. */
const Bans = ({ bans }: { readonly bans: readonly Ban[] }) => {
  const lift = useAction({
    run: (address: string) => adminCall('DELETE /api/admin/rate-limiter/bans/{address}', { params: { address } }),
    done: ({ address }) => t('rateLimits.lifted', { address }),
    failed: t('rateLimits.notLifted'),
  })
  const liftButton = ({ address }: Ban) => (
    <Button
      variant="default"
      aria-label={t('rateLimits.liftOf', { address })}
      loading={lift.isPending && lift.variables === address}
      onClick={() => lift.mutate(address)}
    >
      {t('rateLimits.lift')}
    </Button>
  )
  return (
    <section className="section" aria-labelledby="bans-title">
      <h2 id="bans-title">{t('rateLimits.bans')}</h2>
      <DataTable
        label={t('rateLimits.bans')}
        empty={t('rateLimits.noBans')}
        rows={bans}
        keyOf={({ address }) => address}
        columns={[
          [t('auditLog.address'), ({ address }) => address],
          [t('rateLimits.until'), ({ bannedUntil }) => dateTime(bannedUntil)],
          [t('rateLimits.failed'), ({ failedValidations }) => number(failedValidations)],
          [t('rateLimits.lift'), liftButton],
        ]}
      />
    </section>
  )
}
