import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, isCode } from '#web/api/api-error.ts'
import { type Answer, call } from '#web/api/client.ts'
import { Note } from '#web/components/note.tsx'
import { ActionButton } from '#web/features/admin/shared/action-button.tsx'
import { CodeField, UsernameField } from '#web/features/admin/shared/auth/account-fields.tsx'
import { passkeyRefusal } from '#web/features/admin/shared/auth/passkey-refusal.ts'
import { PasswordField } from '#web/features/admin/shared/auth/password-field.tsx'
import { openSession } from '#web/features/admin/shared/auth/session.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { AccountForm } from './account-form.tsx'

export const LoginPage = ({ ended }: { ended: boolean }) => {
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
      action={login}
    >
      {ended && !login.error && <Note kind="plain">{t('account.ended')}</Note>}
      <UsernameField id="username" autoComplete="username" value={username} onChange={setUsername} />
      <PasswordField id="password" label={t('account.password')} value={password} onChange={setPassword} />
    </AccountForm>
  )
}

interface SecondStepProps {
  readonly login: WaitingLogin
  /** Returns to the password: the login took too long. */
  readonly onEnded: () => void
}

/** After a right password: the code of the app, a recovery code or a passkey. */
const SecondStep = ({ login: { challenge, passwordIsCommon, passkey }, onEnded }: SecondStepProps) => {
  const [code, setCode] = useState('')
  const finish = {
    onSuccess: (answer: Answer<'POST /auth/second-factor'>) =>
      openSession({ ...answer, ...(passwordIsCommon && { passwordIsCommon }) }),
    onError: (error: Error) => {
      if (isCode(error, 'CHALLENGE_ENDED')) onEnded()
      else document.getElementById('code')?.focus()
    },
  }
  const byCode = useMutation({
    mutationFn: () => call('POST /auth/second-factor', { body: { challenge, code } }),
    ...finish,
  })
  const byPasskey = useMutation({
    mutationFn: async (offered: PublicKeyCredentialRequestOptionsJSON) => {
      const assertion = await signWithPasskey(offered)
      return call('POST /auth/second-factor', { body: { challenge, assertion } })
    },
    ...finish,
  })
  return (
    <AccountForm
      title={t('account.secondTitle')}
      text={t('account.secondText')}
      submit={t('account.login')}
      action={byCode}
      error={byCode.error ?? byPasskey.error}
      aside={
        passkey && (
          <ActionButton
            size="md"
            Icon={IconFingerprint}
            loading={byPasskey.isPending}
            onClick={() => byPasskey.mutate(passkey)}
          >
            {t('account.usePasskey')}
          </ActionButton>
        )
      }
    >
      <CodeField
        id="code"
        label={t('account.code')}
        description={t('account.codeText')}
        autoComplete="one-time-code"
        autoFocus
        value={code}
        onChange={setCode}
      />
    </AccountForm>
  )
}

/** A login with a correct password that waits for its second factor. */
interface WaitingLogin {
  readonly challenge: string
  readonly passwordIsCommon: boolean
  /** Browsers offer passkeys on secure pages only. */
  readonly passkey: PublicKeyCredentialRequestOptionsJSON | undefined
}

const waitingLogin = (error: unknown): WaitingLogin | undefined => {
  if (!(error instanceof ApiError) || !isCode(error, 'SECOND_FACTOR_REQUIRED')) return undefined
  const { challenge, passkey, passwordIsCommon } = error.details
  if (typeof challenge !== 'string') return undefined
  const offered = window.isSecureContext ? (passkey as WaitingLogin['passkey']) : undefined
  return { challenge, passkey: offered, passwordIsCommon: passwordIsCommon === true }
}

const signWithPasskey = async (optionsJSON: PublicKeyCredentialRequestOptionsJSON): Promise<object> => {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw passkeyRefusal(error)
  })
}
