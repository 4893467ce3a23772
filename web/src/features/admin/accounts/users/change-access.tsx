import { Button } from '@mantine/core'
import section from '#web/features/admin/shared/section.module.css'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import type { ListedUser } from './accounts-query.ts'
import { ConfirmedSection } from './confirmed-section.tsx'
import { useChange } from './use-change.ts'

export const ChangeAccess = ({ user }: { readonly user: ListedUser }) =>
  user.disabled ? <Enable user={user} /> : <Disable user={user} />

const Disable = ({ user }: { readonly user: ListedUser }) => {
  const { t } = useTexts()
  const name = user.username
  const change = useChange(user, t('accounts.disabledNow', { name }))
  return (
    <ConfirmedSection
      id="access-title"
      title={t('accounts.access')}
      text={t('accounts.disableText')}
      action={t('accounts.disable')}
      question={t('accounts.disableTitle', { name })}
      pending={change.isPending}
      onConfirm={() => change.mutate({ disabled: true })}
    />
  )
}

const Enable = ({ user }: { readonly user: ListedUser }) => {
  const { t } = useTexts()
  const change = useChange(user, t('accounts.enabledNow', { name: user.username }))
  return (
    <section aria-labelledby="access-title" className={`${section.section} ${section.paper}`}>
      <h2 id="access-title">{t('accounts.access')}</h2>
      <p className={section.soft}>{t('accounts.enableText')}</p>
      <div className={section.actions}>
        <Button size="md" loading={change.isPending} onClick={() => change.mutate({ disabled: false })}>
          {t('accounts.enable')}
        </Button>
      </div>
    </section>
  )
}
