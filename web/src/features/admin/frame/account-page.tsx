import { OtherSessions } from '#web/features/admin/accounts/auth/other-sessions.tsx'
import { OwnPassword } from '#web/features/admin/accounts/auth/own-password.tsx'
import { SecondFactors } from '#web/features/admin/accounts/second-factor/second-factors.tsx'
import { useAdmin } from '#web/features/admin/shared/auth/session.ts'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { useTexts } from '#web/features/admin/texts/texts.ts'

/** What everybody with an account can change about it, auditors too. */
export const AccountPage = () => {
  const { t } = useTexts()
  const user = useAdmin()
  if (!user) return null
  return (
    <>
      <PageTitle
        title={t('account.page')}
        text={t('account.pageText', { name: user.username, role: t(`roles.${user.role}`) })}
      />
      <div className={section.sections}>
        <SecondFactors />
        <OwnPassword />
        <OtherSessions />
      </div>
    </>
  )
}
