import { useState } from 'react'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { requireStrongPassword } from '#web/features/admin/shared/auth/password-rank.ts'
import { Form } from '#web/features/admin/shared/form.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { Section } from '#web/features/admin/shared/section.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import type { ListedUser } from './accounts-query.ts'
import { GivenPassword } from './given-password.tsx'

const useSetPassword = ({ id, username }: ListedUser, onSet: () => void) => {
  const { t } = useTexts()
  return useAction({
    run: async (password: string) => {
      await requireStrongPassword({ password, username })
      return adminCall('PATCH /api/admin/users/{id}', { params: { id: String(id) }, body: { password } })
    },
    done: () => {
      onSet()
      return t('accounts.passwordSet', { name: username })
    },
  })
}

/** For users who forgot it; the next login asks them to choose a new one. */
export const ChangePassword = ({ user }: { readonly user: ListedUser }) => {
  const { t } = useTexts()
  const [password, setPassword] = useState('')
  const change = useSetPassword(user, () => setPassword(''))
  return (
    <Section id="set-password" title={t('accounts.newPassword')}>
      <Form
        autoComplete="off"
        submit={t('accounts.setPassword')}
        pending={change.isPending}
        error={change.error}
        onSubmit={() => change.mutate(password)}
      >
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
      </Form>
    </Section>
  )
}
