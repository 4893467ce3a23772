import { IconInfoCircle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { Note } from '#web/components/note.tsx'
import { UsernameField } from '#web/features/admin/shared/auth/account-fields.tsx'
import { PasswordField } from '#web/features/admin/shared/auth/password-field.tsx'
import { openSession } from '#web/features/admin/shared/auth/session.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { AccountForm } from './account-form.tsx'
import { SecondStep, waitingLogin } from './second-step.tsx'

export const LoginPage = ({ ended }: { ended: boolean }) => {
  const { t } = useTexts()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const login = useMutation({
    mutationFn: () => call('POST /auth/login', { body: { username, password } }),
    onSuccess: openSession,
    onError: () => document.getElementById('password')?.focus(),
  })
  const waiting = waitingLogin(login.error)
  if (waiting) return <SecondStep login={waiting} onEnded={login.reset} />
  return (
    <AccountForm
      title={t('account.loginTitle')}
      text={t('account.loginText')}
      submit={t('account.login')}
      pending={login.isPending}
      error={login.error}
      onSubmit={login.mutate}
    >
      {ended && !login.error && (
        <Note kind="plain" icon={<IconInfoCircle />}>
          <p>{t('account.ended')}</p>
        </Note>
      )}
      <UsernameField id="username" autoComplete="username" value={username} onChange={setUsername} />
      <PasswordField id="password" label={t('account.password')} value={password} onChange={setPassword} />
    </AccountForm>
  )
}
