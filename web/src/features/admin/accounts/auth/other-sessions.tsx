import { Button } from '@mantine/core'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import section from '#web/features/admin/shared/section.module.css'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'

/** For a device that is lost, or on which the user forgot to log out. */
export const OtherSessions = () => {
  const { t } = useTexts()
  const end = useAction({
    run: () => adminCall('POST /auth/logout-others'),
    done: () => t('account.othersEnded'),
    failed: t('account.othersNotEnded'),
  })
  return (
    <section aria-labelledby="sessions-title" className={`${section.section} ${section.paper}`}>
      <h2 id="sessions-title">{t('account.others')}</h2>
      <p className={section.soft}>{t('account.othersText')}</p>
      <div className={section.actions}>
        <Button size="md" variant="default" loading={end.isPending} onClick={() => end.mutate()}>
          {t('account.endOthers')}
        </Button>
      </div>
    </section>
  )
}
