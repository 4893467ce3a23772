import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { adminCall } from '#web/features/admin/auth/admin-call.ts'
import { DataTable } from '#web/features/admin/frame/data-table.tsx'
import { FigureRow } from '#web/features/admin/frame/figure-row.tsx'
import { LoadFailed } from '#web/features/admin/frame/load-failed.tsx'
import { sayDone, sayFailure } from '#web/features/admin/frame/notices.tsx'
import { PageTitle } from '#web/features/admin/frame/page-title.tsx'
import section from '#web/features/admin/frame/section.module.css'
import { dateTime, number } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'

/** Who asked how often, and whom the brute-force protection keeps out. */
export const RateLimitsPage = () => {
  const { t } = useTexts()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'limits'],
    queryFn: async ({ signal }) => {
      const [stats, { bans }] = await Promise.all([
        adminCall('GET /api/admin/rate-limiter/stats', { signal }),
        adminCall('GET /api/admin/rate-limiter/bans', { signal }),
      ])
      return { stats, bans }
    },
    staleTime: 0,
  })
  const lift = useMutation({
    mutationFn: (address: string) =>
      adminCall('DELETE /api/admin/rate-limiter/bans/{address}', { params: { address } }),
    onSuccess: ({ address }) => sayDone(t('limits.lifted', { address })),
    onError: (failure) => sayFailure(t('limits.notLifted'), failure),
    onSettled: () => client.invalidateQueries({ queryKey: ['admin', 'limits'] }),
  })
  return (
    <>
      <PageTitle title={t('nav.limits')} text={t('limits.text')} />
      {error && !data && <LoadFailed error={error} onAgain={refetch} />}
      {!data && !error && <Skeleton height={320} radius={14} />}
      {data && (
        <div className={section.sections}>
          <FigureRow
            figures={[
              [t('limits.requests'), number(data.stats.totalRequests)],
              [t('limits.blocked'), number(data.stats.blockedRequests)],
              [t('limits.clients'), number(data.stats.activeClients)],
            ]}
          />
          <section className={section.section} aria-labelledby="bans-title">
            <h2 id="bans-title">{t('limits.bans')}</h2>
            <DataTable
              label={t('limits.bans')}
              empty={t('limits.noBans')}
              head={[t('audit.address'), t('limits.until'), t('limits.failed'), t('limits.lift')]}
              rows={data.bans.map((ban) => ({
                key: ban.address,
                cells: [
                  ban.address,
                  dateTime(ban.bannedUntil),
                  number(ban.failedValidations),
                  <Button
                    key="lift"
                    variant="default"
                    h={44}
                    aria-label={t('limits.liftOf', { address: ban.address })}
                    loading={lift.isPending && lift.variables === ban.address}
                    onClick={() => lift.mutate(ban.address)}
                  >
                    {t('limits.lift')}
                  </Button>,
                ],
              }))}
            />
          </section>
        </div>
      )}
    </>
  )
}
