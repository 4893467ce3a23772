import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { requireStrongPassword } from '#web/features/admin/shared/auth/password-rank.ts'
import { FormError } from '#web/features/admin/shared/form-error.tsx'
import { notifySuccess } from '#web/features/admin/shared/notices.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import type { ListedUser } from './accounts-query.ts'
import { GivenPassword } from './given-password.tsx'

const useSetPassword = ({ id, username }: ListedUser, onSet: () => void) => {
  const { t } = useTexts()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (password: string) => {
      await requireStrongPassword({ password, username })
      return adminCall('PATCH /api/admin/users/{id}', { params: { id: String(id) }, body: { password } })
    },
    onSuccess: () => {
      notifySuccess(t('accounts.passwordSet', { name: username }))
      onSet()
      return client.invalidateQueries({ queryKey: ['admin'] })
    },
  })
}

/** For users who forgot it; the next login asks them to choose a new one. */
export const ChangePassword = ({ user }: { readonly user: ListedUser }) => {
  const { t } = useTexts()
  const [password, setPassword] = useState('')
  const change = useSetPassword(user, () => setPassword(''))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(password)
  }
  return (
    <section aria-labelledby="set-password-title" className={section.paper}>
      <form className={section.section} onSubmit={submit} autoComplete="off">
        <h2 id="set-password-title">{t('accounts.newPassword')}</h2>
        <p className={section.soft}>{t('accounts.newPasswordText')}</p>
        <div className={section.fields}>
          <GivenPassword
            id="given-password"
            label={t('account.newPassword')}
            username={user.username}
            value={password}
            onChange={setPassword}
          />
        </div>
        <FormError error={change.error} />
        <div className={section.actions}>
          <Button type="submit" size="md" loading={change.isPending}>
            {t('accounts.setPassword')}
          </Button>
        </div>
      </form>
    </section>
  )
}
