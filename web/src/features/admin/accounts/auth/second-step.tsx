import { Button, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isCode } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { openSession } from '#web/features/admin/shared/auth/session.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { AccountForm } from './account-form.tsx'
import { passkeyRequest, signWithPasskey, type WaitingLogin } from './waiting-login.ts'

interface SecondStepProps {
  readonly login: WaitingLogin
  /** Returns to the password: the login took too long. */
  readonly onEnded: () => void
}

/** By a code, or by a passkey. */
const useSecondStep = ({ login, onEnded }: SecondStepProps) => {
  const { challenge } = login
  const onError = (error: Error) => {
    if (isCode(error, 'CHALLENGE_ENDED')) onEnded()
    else document.getElementById('code')?.focus()
  }
  const byCode = useMutation({
    mutationFn: (code: string) => call('POST /auth/second-factor', { body: { challenge, code } }),
    onSuccess: openSession,
    onError,
  })
  const byPasskey = useMutation({
    mutationFn: async () => {
      const assertion = await signWithPasskey(login)
      return call('POST /auth/second-factor', { body: { challenge, assertion } })
    },
    onSuccess: openSession,
    onError,
  })
  return { byCode, byPasskey }
}

/** After a right password: the code of the app, a recovery code or a passkey. */
export const SecondStep = (props: SecondStepProps) => {
  const { t } = useTexts()
  const [code, setCode] = useState('')
  const { byCode, byPasskey } = useSecondStep(props)
  return (
    <AccountForm
      title={t('account.secondTitle')}
      text={t('account.secondText')}
      submit={t('account.login')}
      pending={byCode.isPending}
      error={byCode.error ?? byPasskey.error}
      onSubmit={() => byCode.mutate(code)}
      aside={
        passkeyRequest(props.login) && <UsePasskey pending={byPasskey.isPending} onUse={() => byPasskey.mutate()} />
      }
    >
      <CodeField value={code} onChange={setCode} />
    </AccountForm>
  )
}

const UsePasskey = ({ pending, onUse }: { readonly pending: boolean; readonly onUse: () => void }) => {
  const { t } = useTexts()
  return (
    <Button
      variant="default"
      size="md"
      leftSection={<IconFingerprint size={20} aria-hidden="true" />}
      loading={pending}
      onClick={onUse}
    >
      {t('account.usePasskey')}
    </Button>
  )
}

interface CodeFieldProps {
  readonly value: string
  readonly onChange: (code: string) => void
}

const CodeField = ({ value, onChange }: CodeFieldProps) => {
  const { t } = useTexts()
  return (
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
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
