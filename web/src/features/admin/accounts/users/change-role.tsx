import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import section from '#web/features/admin/shared/section.module.css'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import type { ListedUser } from './accounts-query.ts'
import { RoleSelect } from './role-select.tsx'
import { useChange } from './use-change.ts'

export const ChangeRole = ({ user }: { readonly user: ListedUser }) => {
  const { t } = useTexts()
  const [role, setRole] = useState(user.role)
  const change = useChange(user, t('accounts.roleChanged', { name: user.username }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ role })
  }
  return (
    <section aria-labelledby="role-title" className={section.paper}>
      <form className={section.section} onSubmit={submit}>
        <h2 id="role-title">{t('accounts.role')}</h2>
        <div className={section.fields}>
          <RoleSelect value={role} onChange={setRole} />
        </div>
        <div className={section.actions}>
          <Button type="submit" size="md" disabled={role === user.role} loading={change.isPending}>
            {t('accounts.changeRole')}
          </Button>
        </div>
      </form>
    </section>
  )
}
