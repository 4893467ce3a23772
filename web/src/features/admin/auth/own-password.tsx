import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { Note } from '#web/components/note.tsx'
import { useChangePassword } from '#web/features/admin/auth/change-password.ts'
import { PasswordField } from '#web/features/admin/auth/password-field.tsx'
import { sayDone } from '#web/features/admin/frame/notices.tsx'
import section from '#web/features/admin/frame/section.module.css'
import { sentenceOf, useTexts } from '#web/features/admin/texts/texts.ts'

export const OwnPassword = () => {
  const { t } = useTexts()
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const change = useChangePassword(() => {
    setCurrent('')
    setNew('')
    sayDone(t('account.passwordChanged'))
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ currentPassword, newPassword })
  }
  return (
    <section aria-labelledby="password-title" className={section.paper}>
      <form className={section.section} onSubmit={submit}>
        <h2 id="password-title">{t('users.ownPassword')}</h2>
        <div className={section.fields} style={{ alignItems: 'start' }}>
          <PasswordField
            id="current-password"
            label={t('account.currentPassword')}
            value={currentPassword}
            onChange={setCurrent}
          />
          <PasswordField
            id="new-password"
            label={t('account.newPassword')}
            value={newPassword}
            onChange={setNew}
            chosen
          />
        </div>
        {change.error && (
          <Note kind="danger" icon={<IconAlertTriangle />}>
            <p>{sentenceOf(change.error)}</p>
          </Note>
        )}
        <div className={section.actions}>
          <Button type="submit" size="md" variant="default" loading={change.isPending}>
            {t('account.changePassword')}
          </Button>
        </div>
      </form>
    </section>
  )
}
