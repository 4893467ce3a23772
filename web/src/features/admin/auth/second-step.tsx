import { Button, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isCode } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { openSession } from '#web/features/admin/shared/session.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { AccountForm } from './account-form.tsx'
import { passkeyRequest, signWithPasskey, type WaitingLogin } from './waiting-login.ts'

interface SecondStepProps {
  readonly login: WaitingLogin
  /** Back to the password: the login took too long. */
  readonly onEnded: () => void
}

/** After a right password: the code of the app, a recovery code or a passkey. */
export const SecondStep = ({ login, onEnded }: SecondStepProps) => {
  const { t } = useTexts()
  const [code, setCode] = useState('')
  const { challenge } = login
  const onError = (error: Error) => {
    if (isCode(error, 'CHALLENGE_ENDED')) onEnded()
    else document.getElementById('code')?.focus()
  }
  const enter = useMutation({
    mutationFn: () => call('POST /auth/second-factor', { body: { challenge, code } }),
    onSuccess: openSession,
    onError,
  })
  const passkey = useMutation({
    mutationFn: async () => {
      const assertion = await signWithPasskey(login)
      return call('POST /auth/second-factor', { body: { challenge, assertion } })
    },
    onSuccess: openSession,
    onError,
  })
  return (
    <AccountForm
      title={t('account.secondTitle')}
      text={t('account.secondText')}
      submit={t('account.login')}
      pending={enter.isPending}
      error={enter.error ?? passkey.error}
      onSubmit={enter.mutate}
      aside={
        passkeyRequest(login) && (
          <Button
            variant="default"
            size="md"
            leftSection={<IconFingerprint size={20} aria-hidden="true" />}
            loading={passkey.isPending}
            onClick={() => passkey.mutate()}
          >
            {t('account.usePasskey')}
          </Button>
        )
      }
    >
      <TextInput
        id="code"
        size="md"
        label={t('account.code')}
        description={t('account.codeText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        withAsterisk={false}
        autoFocus
        autoComplete="one-time-code"
        autoCapitalize="characters"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </AccountForm>
  )
}
