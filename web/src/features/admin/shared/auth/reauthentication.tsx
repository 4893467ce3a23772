import { useMutation } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { useState } from 'react'
import { sessionCall } from '#web/features/admin/shared/admin-call.ts'
import { Dialog } from '#web/features/admin/shared/dialog.tsx'
import { Form } from '#web/features/admin/shared/form/form.tsx'
import { t } from '#web/features/admin/texts/texts.ts'
import { answerReauthentication, waiting } from './ask-for-password.ts'
import { PasswordField } from './password-field.tsx'

/** Asks for the password again when the server requires a recent entry. */
export const Reauthentication = () => {
  const asking = useSelector(waiting, ({ length }) => length > 0)
  return asking && <Question />
}

const Question = () => {
  const [password, setPassword] = useState('')
  const confirm = useMutation({
    mutationFn: () => sessionCall('POST /auth/confirm', { body: { password } }),
    onSuccess: () => answerReauthentication(true),
  })
  return (
    <Dialog open title={t('account.confirmTitle')} onClose={() => answerReauthentication(false)}>
      <Form submit={t('account.confirm')} action={confirm} onSubmit={() => confirm.mutate()}>
        <p>{t('account.confirmText')}</p>
        <PasswordField
          id="confirm-password"
          label={t('account.password')}
          focus
          value={password}
          onChange={setPassword}
        />
      </Form>
    </Dialog>
  )
}
