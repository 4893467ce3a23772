import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { AccountForm } from './account-form.tsx'
import { noPasswords, OwnPasswordFields, useChangePassword } from './own-password.tsx'
import { useLogout } from './use-logout.ts'

/** Nothing else works until the password is changed (D28). */
export const PasswordPage = () => {
  const { t } = useTexts()
  const [passwords, setPasswords] = useState(noPasswords)
  const change = useChangePassword()
  const logout = useLogout()
  return (
    <AccountForm
      title={t('account.newPasswordTitle')}
      text={t('account.newPasswordText')}
      submit={t('account.changePassword')}
      pending={change.isPending}
      error={change.error}
      onSubmit={() => change.mutate(passwords)}
      aside={
        <Button variant="subtle" color="gray" size="md" onClick={() => logout.mutate()}>
          {t('account.logout')}
        </Button>
      }
    >
      <OwnPasswordFields passwords={passwords} onChange={setPasswords} />
    </AccountForm>
  )
}
