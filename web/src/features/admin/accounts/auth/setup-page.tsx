import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { isCode } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { CodeField, UsernameField } from '#web/features/admin/shared/auth/account-fields.tsx'
import { NewPasswordField } from '#web/features/admin/shared/auth/password-field.tsx'
import { requireStrongPassword } from '#web/features/admin/shared/auth/password-rank.ts'
import { openSession, session } from '#web/features/admin/shared/auth/session.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { AccountForm } from './account-form.tsx'

/** Until there is an admin. */
export const SetupPage = ({ needsCode }: { readonly needsCode: boolean }) => {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [setupCode, setSetupCode] = useState('')
  const setup = useMutation({
    mutationFn: async () => {
      await requireStrongPassword({ password, username })
      const body = { username, password, ...(needsCode && { setupCode }) }
      return call('POST /auth/setup/initial-admin', { body })
    },
    onSuccess: openSession,
    // Another visitor was faster: show the login instead.
    onError: (error) => {
      if (isCode(error, 'SETUP_DONE')) void queryClient.invalidateQueries({ queryKey: session.queryKey })
    },
  })
  return (
    <AccountForm
      title={t('account.setupTitle')}
      text={t('account.setupText')}
      submit={t('account.setup')}
      action={setup}
    >
      {needsCode && (
        <CodeField
          id="setup-code"
          label={t('account.setupCode')}
          description={t('account.setupCodeText')}
          autoComplete="off"
          value={setupCode}
          onChange={setSetupCode}
        />
      )}
      <UsernameField
        id="username"
        maxLength={limits.username}
        autoComplete="username"
        value={username}
        onChange={setUsername}
      />
      <NewPasswordField
        id="password"
        label={t('account.password')}
        username={username}
        value={password}
        onChange={setPassword}
      />
    </AccountForm>
  )
}
