import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { NewPasswordField, PasswordField } from '#web/features/admin/shared/auth/password-field.tsx'
import { FormError } from '#web/features/admin/shared/form-error.tsx'
import { notifySuccess } from '#web/features/admin/shared/notices.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { useChangePassword } from './change-password.ts'

export const OwnPassword = () => {
  const { t } = useTexts()
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const change = useChangePassword(() => {
    setCurrent('')
    setNew('')
    notifySuccess(t('account.passwordChanged'))
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ currentPassword, newPassword })
  }
  return (
    <section aria-labelledby="password-title" className={section.paper}>
      <form className={section.section} onSubmit={submit}>
        <h2 id="password-title">{t('accounts.ownPassword')}</h2>
        <div className={section.fields} style={{ alignItems: 'start' }}>
          <PasswordField
            id="current-password"
            label={t('account.currentPassword')}
            value={currentPassword}
            onChange={setCurrent}
          />
          <NewPasswordField id="new-password" label={t('account.newPassword')} value={newPassword} onChange={setNew} />
        </div>
        <FormError error={change.error} />
        <div className={section.actions}>
          <Button type="submit" size="md" variant="default" loading={change.isPending}>
            {t('account.changePassword')}
          </Button>
        </div>
      </form>
    </section>
  )
}
