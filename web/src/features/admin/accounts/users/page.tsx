import { Button, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Role } from '#contract/operation/access.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { UsernameField } from '#web/features/admin/shared/auth/account-fields.tsx'
import { requireStrongPassword } from '#web/features/admin/shared/auth/password-rank.ts'
import { DataTable } from '#web/features/admin/shared/data-table.tsx'
import { useExhibitions } from '#web/features/admin/shared/exhibitions.ts'
import { Form } from '#web/features/admin/shared/form/form.tsx'
import { createFields } from '#web/features/admin/shared/form/typed.ts'
import { ActionSection, Load, PageTitle, Section } from '#web/features/admin/shared/page/page.tsx'
import { SettingsTabs } from '#web/features/admin/shared/page/page-tabs.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { shortDate } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { accounts, type ListedUser } from './accounts-query.ts'
import { GivenPassword, RoleSelect } from './fields.tsx'

/** Who has an account. What can be changed about one is on its own page. */
export const AccountsPage = () => (
  <>
    <SettingsTabs />
    <PageTitle title={t('nav.accounts')} text={t('accounts.text')} />
    <div className="page-sections">
      <Load of={accounts} placeholder={200}>
        {({ users }) => (
          <>
            <AccountTable users={users} />
            <NewUser />
            {/* Who needs no account gets a staff link (D91). */}
            <ActionSection id="without-account" title={t('staffLinks.title')} text={t('staffLinks.text')}>
              <Button component={Link} to="/admin/staff-links" variant="default">
                {t('staffLinks.open')}
              </Button>
            </ActionSection>
          </>
        )}
      </Load>
    </div>
  </>
)

const AccountTable = ({ users }: { readonly users: readonly ListedUser[] }) => {
  const stateOf = ({ disabled, requiresPasswordChange }: ListedUser) => {
    if (disabled) return t('accounts.disabled')
    return t(requiresPasswordChange ? 'accounts.mustChange' : 'accounts.active')
  }
  const exhibitions = useExhibitions()
  const seenBy = ({ exhibitionIds: ids }: ListedUser) =>
    ids === null
      ? t('exhibitions.everything')
      : exhibitions.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(', ')
  const nameOf = ({ id, username }: ListedUser) => (
    <Link to="/admin/accounts/$userId" params={{ userId: String(id) }}>
      {username}
    </Link>
  )
  return (
    <DataTable
      label={t('nav.accounts')}
      rows={users}
      keyOf={({ id }) => id}
      columns={[
        [t('account.username'), nameOf],
        [t('accounts.role'), ({ role }) => t(`roles.${role}`)],
        exhibitions.length > 0 && [t('accounts.exhibitions'), seenBy],
        [t('accounts.state'), stateOf],
        [t('accounts.secondFactor'), (user) => t(user.secondFactor ? 'accounts.factorOn' : 'accounts.factorOff')],
        [t('accounts.since'), ({ createdAt }) => shortDate(createdAt)],
      ]}
    />
  )
}

const useFields = createFields({ username: '', role: 'moderator' as Role, requirePasswordChange: true })

/** The password is kept nowhere. */
const useNewUser = () => {
  const [typed, setTyped, clear] = useFields()
  const [password, setPassword] = useState('')
  const user = { ...typed, password }
  const create = useAction({
    run: async () => {
      await requireStrongPassword(user)
      return adminCall('POST /api/admin/users', { body: user })
    },
    onDone: () => {
      clear()
      setPassword('')
    },
    done: ({ user: { username } }) => t('accounts.created', { name: username }),
  })
  return { user, set: setTyped, setPassword, create }
}

const NewUser = () => {
  const { user, set, setPassword, create } = useNewUser()
  return (
    <Section id="new-user" title={t('accounts.new')}>
      <Form autoComplete="off" submit={t('accounts.create')} action={create} onSubmit={create.mutate}>
        <div className="fields" style={{ alignItems: 'start' }}>
          <UsernameField
            id="new-username"
            maxLength={limits.username}
            autoComplete="off"
            value={user.username}
            onChange={(username) => set({ username })}
          />
          <GivenPassword
            id="new-user-password"
            label={t('account.password')}
            username={user.username}
            value={user.password}
            onChange={setPassword}
          />
          <RoleSelect value={user.role} onChange={(role) => set({ role })} />
        </div>
        <Checkbox
          label={t('accounts.requireChange')}
          checked={user.requirePasswordChange}
          onChange={({ currentTarget: { checked } }) => set({ requirePasswordChange: checked })}
        />
      </Form>
    </Section>
  )
}
