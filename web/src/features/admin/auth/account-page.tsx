import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import { useAdmin } from '#web/features/admin/shared/session.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { OwnPassword } from './own-password.tsx'

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
      <OwnPassword />
    </>
  )
}
