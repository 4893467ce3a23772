import { Button, Checkbox } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Role } from '#contract/operation/access.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { requireStrongPassword } from '#web/features/admin/shared/auth/password-rank.ts'
import { UsernameField } from '#web/features/admin/shared/auth/username-field.tsx'
import { FormError } from '#web/features/admin/shared/form-error.tsx'
import { notifySuccess } from '#web/features/admin/shared/notices.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { GivenPassword } from './given-password.tsx'
import { RoleSelect } from './role-select.tsx'

const empty = { username: '', password: '', role: 'moderator' as Role, requirePasswordChange: true }
type NewAccount = typeof empty

const useCreate = (onDone: () => void) => {
  const { t } = useTexts()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (user: NewAccount) => {
      await requireStrongPassword(user)
      return adminCall('POST /api/admin/users', { body: user })
    },
    onSuccess: ({ user }) => {
      notifySuccess(t('accounts.created', { name: user.username }))
      onDone()
      return client.invalidateQueries({ queryKey: ['admin', 'users'] })
    },
  })
}

export const NewUser = () => {
  const { t } = useTexts()
  const [user, setUser] = useState(empty)
  const create = useCreate(() => setUser(empty))
  const set = (change: Partial<NewAccount>) => setUser((now) => ({ ...now, ...change }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(user)
  }
  return (
    <section aria-labelledby="new-user-title" className={section.paper}>
      <form className={section.section} onSubmit={submit} autoComplete="off">
        <h2 id="new-user-title">{t('accounts.new')}</h2>
        <Fields user={user} onChange={set} />
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

interface FieldsProps {
  readonly user: NewAccount
  readonly onChange: (change: Partial<NewAccount>) => void
}

const Fields = ({ user, onChange }: FieldsProps) => {
  const { t } = useTexts()
  return (
    <>
      <div className={section.fields} style={{ alignItems: 'start' }}>
        <UsernameField
          id="new-username"
          maxLength={limits.username}
          autoComplete="off"
          value={user.username}
          onChange={(username) => onChange({ username })}
        />
        <GivenPassword
          id="new-user-password"
          label={t('account.password')}
          username={user.username}
          value={user.password}
          onChange={(password) => onChange({ password })}
        />
        <RoleSelect value={user.role} onChange={(role) => onChange({ role })} />
      </div>
      <Checkbox
        size="md"
        label={t('accounts.requireChange')}
        checked={user.requirePasswordChange}
        onChange={({ currentTarget: { checked } }) => onChange({ requirePasswordChange: checked })}
      />
    </>
  )
}
