import { Button } from '@mantine/core'
import { useState } from 'react'
import { NewPasswordField, PasswordField } from '#web/features/admin/shared/auth/password-field.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { AccountForm } from './account-form.tsx'
import { useChangePassword } from './change-password.ts'
import { useLogout } from './use-logout.ts'

/** Nothing else works until the password is changed (D28). */
export const PasswordPage = () => {
  const { t } = useTexts()
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const change = useChangePassword()
  const logout = useLogout()
  return (
    <AccountForm
      title={t('account.newPasswordTitle')}
      text={t('account.newPasswordText')}
      submit={t('account.changePassword')}
      pending={change.isPending}
      error={change.error}
      onSubmit={() => change.mutate({ currentPassword, newPassword })}
      aside={
        <Button variant="subtle" color="gray" size="md" onClick={() => logout.mutate()}>
          {t('account.logout')}
        </Button>
      }
    >
      <PasswordField
        id="current-password"
        label={t('account.currentPassword')}
        value={currentPassword}
        onChange={setCurrent}
      />
      <NewPasswordField id="new-password" label={t('account.newPassword')} value={newPassword} onChange={setNew} />
    </AccountForm>
  )
}
