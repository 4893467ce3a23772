import { Button } from '@mantine/core'
import { useSetState } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { NewPasswordField, PasswordField } from '#web/features/admin/shared/auth/password-field.tsx'
import { requireStrongPassword } from '#web/features/admin/shared/auth/password-rank.ts'
import { endSession, openSession } from '#web/features/admin/shared/auth/session.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { AccountForm } from './account-form.tsx'

const empty = { currentPassword: '', newPassword: '' }

/** What was typed, and the request that changes the password of the account. */
export const useChangePassword = (onDone: () => void = () => {}) => {
  const [passwords, onChange] = useSetState(empty)
  const change = useMutation({
    mutationFn: async () => {
      await requireStrongPassword({ password: passwords.newPassword })
      return adminCall('POST /auth/change-password', { body: passwords })
    },
    onSuccess: (answer) => {
      openSession(answer)
      onChange(empty)
      onDone()
    },
  })
  return { change, fields: { ...passwords, onChange } }
}

type OwnPasswordFieldsProps = ReturnType<typeof useChangePassword>['fields']

export const OwnPasswordFields = ({ currentPassword, newPassword, onChange }: OwnPasswordFieldsProps) => (
  <>
    <PasswordField
      id="current-password"
      label={t('account.currentPassword')}
      value={currentPassword}
      onChange={(typed) => onChange({ currentPassword: typed })}
    />
    <NewPasswordField
      id="new-password"
      label={t('account.newPassword')}
      value={newPassword}
      onChange={(typed) => onChange({ newPassword: typed })}
    />
  </>
)

/** Nothing else works until the password is changed (D3). */
export const PasswordPage = () => {
  const { change, fields } = useChangePassword()
  return (
    <AccountForm
      title={t('account.newPasswordTitle')}
      text={t('account.newPasswordText')}
      submit={t('account.changePassword')}
      action={change}
      aside={<LogoutButton />}
    >
      <OwnPasswordFields {...fields} />
    </AccountForm>
  )
}

export const useLogout = () =>
  useMutation({ mutationFn: () => adminCall('POST /auth/logout'), onSuccess: () => endSession() })

export const LogoutButton = () => {
  const logout = useLogout()
  return (
    <Button variant="subtle" color="gray" size="md" onClick={() => logout.mutate()}>
      {t('account.logout')}
    </Button>
  )
}
