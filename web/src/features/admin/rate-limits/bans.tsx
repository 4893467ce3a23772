import { Button } from '@mantine/core'
import type { Answer } from '#web/api/client.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { DataTable } from '#web/features/admin/shared/data-table.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { dateTime, number } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'

/** The banned addresses; each ban can be lifted. */
export const Bans = ({ bans }: Pick<Answer<'GET /api/admin/rate-limiter/bans'>, 'bans'>) => {
  const { t } = useTexts()
  const lift = useAction({
    run: (address: string) => adminCall('DELETE /api/admin/rate-limiter/bans/{address}', { params: { address } }),
    done: ({ address }) => t('rateLimits.lifted', { address }),
    failed: t('rateLimits.notLifted'),
  })
  const liftButton = (address: string) => (
    <Button
      key="lift"
      variant="default"
      h={44}
      aria-label={t('rateLimits.liftOf', { address })}
      loading={lift.isPending && lift.variables === address}
      onClick={() => lift.mutate(address)}
    >
      {t('rateLimits.lift')}
    </Button>
  )
  return (
    <section className={section.section} aria-labelledby="bans-title">
      <h2 id="bans-title">{t('rateLimits.bans')}</h2>
      <DataTable
        label={t('rateLimits.bans')}
        empty={t('rateLimits.noBans')}
        head={[t('auditLog.address'), t('rateLimits.until'), t('rateLimits.failed'), t('rateLimits.lift')]}
        rows={bans.map(({ address, bannedUntil, failedValidations }) => ({
          key: address,
          cells: [address, dateTime(bannedUntil), number(failedValidations), liftButton(address)],
        }))}
      />
    </section>
  )
}
