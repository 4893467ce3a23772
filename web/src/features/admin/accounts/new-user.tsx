import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Role, roles } from '#contract/access.ts'
import { limits } from '#contract/limits.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { FormError } from '#web/features/admin/shared/form-error.tsx'
import { sayDone } from '#web/features/admin/shared/notices.tsx'
import { PasswordField } from '#web/features/admin/shared/password-field.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { UsernameField } from '#web/features/admin/shared/username-field.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'

const empty = { username: '', password: '', role: 'admin' as Role, requirePasswordChange: true }

export const NewUser = () => {
  const { t } = useTexts()
  const client = useQueryClient()
  const [user, setUser] = useState(empty)
  const create = useMutation({
    mutationFn: () => adminCall('POST /api/admin/users', { body: user }),
    onSuccess: (answer) => {
      sayDone(t('accounts.created', { name: answer.user.username }))
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
        <h2 id="new-user-title">{t('accounts.new')}</h2>
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
            label={t('accounts.role')}
            description={t(`accounts.roleText.${user.role}`)}
            inputWrapperOrder={['label', 'input', 'description']}
            value={user.role}
            data={roles.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
            onChange={({ currentTarget: { value } }) =>
              setUser((now) => ({ ...now, role: roles.find((role) => role === value) ?? 'auditor' }))
            }
          />
        </div>
        <Checkbox
          size="md"
          label={t('accounts.requireChange')}
          checked={user.requirePasswordChange}
          onChange={({ currentTarget: { checked } }) => setUser((now) => ({ ...now, requirePasswordChange: checked }))}
        />
        <FormError error={create.error} />
        <div className={section.actions}>
          <Button type="submit" size="md" loading={create.isPending}>
            {t('accounts.create')}
          </Button>
        </div>
      </form>
    </section>
  )
}
