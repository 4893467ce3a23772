import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { call } from '#web/api/client.ts'
import { Dialog } from '#web/features/admin/shared/dialog.tsx'
import { FormError } from '#web/features/admin/shared/form-error.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { answerReauthentication, isAsking, onAsked } from './ask-for-password.ts'
import { PasswordField } from './password-field.tsx'
import { csrfToken } from './session.ts'

/** Asks for the password again when the server requires a recent entry. */
export const Reauthentication = () => {
  const asking = useSyncExternalStore(onAsked, isAsking)
  return asking && <Question />
}

const Question = () => {
  const { t } = useTexts()
  const [password, setPassword] = useState('')
  const confirm = useMutation({
    mutationFn: () => call('POST /auth/confirm', { body: { password }, headers: { 'x-csrf-token': csrfToken() } }),
    onSuccess: () => answerReauthentication(true),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate()
  }
  return (
    <Dialog open title={t('account.confirmTitle')} onClose={() => answerReauthentication(false)}>
      <form className={section.section} onSubmit={submit}>
        <p>{t('account.confirmText')}</p>
        <PasswordField
          id="confirm-password"
          label={t('account.password')}
          focus
          value={password}
          onChange={setPassword}
        />
        <FormError error={confirm.error} />
        <div className={section.actions}>
          <Button type="submit" size="md" loading={confirm.isPending}>
            {t('account.confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
