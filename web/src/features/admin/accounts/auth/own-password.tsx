import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { NewPasswordField, PasswordField } from '#web/features/admin/shared/auth/password-field.tsx'
import { requireStrongPassword } from '#web/features/admin/shared/auth/password-rank.ts'
import { endSession, openSession } from '#web/features/admin/shared/auth/session.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { AccountForm } from './account-form.tsx'

export const noPasswords = { currentPassword: '', newPassword: '' }
type Passwords = typeof noPasswords

export const useChangePassword = (onDone: () => void = () => {}) =>
  useMutation({
    mutationFn: async (body: Passwords) => {
      await requireStrongPassword({ password: body.newPassword })
      return adminCall('POST /auth/change-password', { body })
    },
    onSuccess: (answer) => {
      openSession(answer)
      onDone()
    },
  })

interface OwnPasswordFieldsProps {
  readonly passwords: Passwords
  readonly onChange: (passwords: Passwords) => void
}

export const OwnPasswordFields = ({ passwords, onChange }: OwnPasswordFieldsProps) => {
  const { t } = useTexts()
  const { currentPassword, newPassword } = passwords
  return (
    <>
      <PasswordField
        id="current-password"
        label={t('account.currentPassword')}
        value={currentPassword}
        onChange={(typed) => onChange({ ...passwords, currentPassword: typed })}
      />
      <NewPasswordField
        id="new-password"
        label={t('account.newPassword')}
        value={newPassword}
        onChange={(typed) => onChange({ ...passwords, newPassword: typed })}
      />
    </>
  )
}

/** Nothing else works until the password is changed (D3). */
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

export const useLogout = () =>
  useMutation({ mutationFn: () => adminCall('POST /auth/logout'), onSuccess: () => endSession() })
