import { Button } from '@mantine/core'
import { OwnPasswordFields, useChangePassword } from '#web/features/admin/accounts/auth/own-password.tsx'
import { SecondFactors } from '#web/features/admin/accounts/second-factor/second-factors.tsx'
import { OwnChat } from '#web/features/admin/accounts/users/own-chat.tsx'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { useAdmin } from '#web/features/admin/shared/auth/session.ts'
import { Form } from '#web/features/admin/shared/form/form.tsx'
import { notifySuccess } from '#web/features/admin/shared/notices.tsx'
import { ActionSection, PageTitle, Section } from '#web/features/admin/shared/page/page.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { t } from '#web/features/admin/texts/texts.ts'

/** What everybody with an account can change about it, auditors too. */
export const AccountPage = () => {
  const user = useAdmin()
  const { change, fields } = useChangePassword(() => notifySuccess(t('account.passwordChanged')))
  if (!user) return null
  return (
    <>
      <PageTitle
        title={t('account.page')}
        text={t('account.pageText', { name: user.username, role: t(`roles.${user.role}`) })}
      />
      <div className="page-sections">
        <SecondFactors />
        <OwnChat />
        <Section id="password" title={t('accounts.ownPassword')}>
          <Form submit={t('account.changePassword')} variant="default" action={change} onSubmit={change.mutate}>
            <div className="fields" style={{ alignItems: 'start' }}>
              <OwnPasswordFields {...fields} />
            </div>
          </Form>
        </Section>
        <OtherSessions />
      </div>
    </>
  )
}

/** For a device that is lost, or on which the user forgot to log out. */
const OtherSessions = () => {
  const end = useAction({
    run: () => adminCall('POST /auth/logout-others'),
    done: () => t('account.othersEnded'),
    failed: t('account.othersNotEnded'),
  })
  return (
    <ActionSection id="sessions" title={t('account.others')} text={t('account.othersText')}>
      <Button size="md" variant="default" loading={end.isPending} onClick={() => end.mutate()}>
        {t('account.endOthers')}
      </Button>
    </ActionSection>
  )
}
