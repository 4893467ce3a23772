import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { Note } from '#web/components/note.tsx'
import { adminCall } from '#web/features/admin/auth/admin-call.ts'
import { PasswordField } from '#web/features/admin/auth/password-field.tsx'
import { UsernameField } from '#web/features/admin/auth/username-field.tsx'
import { sayDone } from '#web/features/admin/frame/notices.tsx'
import section from '#web/features/admin/frame/section.module.css'
import { sentenceOf, useTexts } from '#web/features/admin/texts/texts.ts'

const empty = { username: '', password: '', role: 'admin' as 'admin' | 'auditor', requirePasswordChange: true }

export const NewUser = () => {
  const { t } = useTexts()
  const client = useQueryClient()
  const [user, setUser] = useState(empty)
  const create = useMutation({
    mutationFn: () => adminCall('POST /api/admin/users', { body: user }),
    onSuccess: (answer) => {
      sayDone(t('users.created', { name: answer.user.username }))
      setUser(empty)
      return client.invalidateQueries({ queryKey: ['admin', 'users'] })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <section aria-labelledby="new-user-title" className={section.paper}>
      <form className={section.section} onSubmit={submit} autoComplete="off">
        <h2 id="new-user-title">{t('users.new')}</h2>
        <div className={section.fields} style={{ alignItems: 'start' }}>
          <UsernameField
            id="new-username"
            maxLength={limits.username}
            autoComplete="off"
            value={user.username}
            onChange={(username) => setUser((now) => ({ ...now, username }))}
          />
          <PasswordField
            id="new-user-password"
            label={t('account.password')}
            value={user.password}
            onChange={(password) => setUser((now) => ({ ...now, password }))}
            chosen
          />
          <NativeSelect
            size="md"
            label={t('users.role')}
            description={t(`users.roleText.${user.role}`)}
            inputWrapperOrder={['label', 'input', 'description']}
            value={user.role}
            data={(['admin', 'auditor'] as const).map((role) => ({ value: role, label: t(`roles.${role}`) }))}
            onChange={({ currentTarget: { value } }) =>
              setUser((now) => ({ ...now, role: value === 'auditor' ? 'auditor' : 'admin' }))
            }
          />
        </div>
        <Checkbox
          size="md"
          label={t('users.requireChange')}
          checked={user.requirePasswordChange}
          onChange={({ currentTarget: { checked } }) => setUser((now) => ({ ...now, requirePasswordChange: checked }))}
        />
        {create.error && (
          <Note kind="danger" icon={<IconAlertTriangle />}>
            <p>{sentenceOf(create.error)}</p>
          </Note>
        )}
        <div className={section.actions}>
          <Button type="submit" size="md" loading={create.isPending}>
            {t('users.create')}
          </Button>
        </div>
      </form>
    </section>
  )
}
