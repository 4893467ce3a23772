import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DataTable } from '#web/features/admin/shared/data-table.tsx'
import { Loaded } from '#web/features/admin/shared/loaded.tsx'
import { SettingsTabs } from '#web/features/admin/shared/page-tabs.tsx'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { shortDate } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { accounts, type ListedUser } from './accounts-query.ts'
import { NewUser } from './new-user.tsx'

/** Who has an account. What can be changed about one is on its own page. */
export const AccountsPage = () => {
  const { t } = useTexts()
  const users = useQuery(accounts)
  return (
    <>
      <SettingsTabs />
      <PageTitle title={t('nav.accounts')} text={t('accounts.text')} />
      <div className={section.sections}>
        <Loaded query={users} placeholder={200}>
          {(data) => (
            <>
              <AccountTable users={data} />
              <NewUser />
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}

const AccountTable = ({ users }: { readonly users: readonly ListedUser[] }) => {
  const { t } = useTexts()
  const stateOf = ({ disabled, requiresPasswordChange }: ListedUser) => {
    if (disabled) return t('accounts.disabled')
    return t(requiresPasswordChange ? 'accounts.mustChange' : 'accounts.active')
  }
  const nameOf = ({ id, username }: ListedUser) => (
    <Link to="/admin/accounts/$userId" params={{ userId: String(id) }}>
      {username}
    </Link>
  )
  return (
    <DataTable
      label={t('nav.accounts')}
      empty=""
      rows={users}
      keyOf={({ id }) => id}
      columns={[
        [t('account.username'), nameOf],
        [t('accounts.role'), ({ role }) => t(`roles.${role}`)],
        [t('accounts.state'), stateOf],
        [t('accounts.secondFactor'), (user) => t(user.secondFactor ? 'accounts.factorOn' : 'accounts.factorOff')],
        [t('accounts.since'), ({ createdAt }) => shortDate(createdAt)],
      ]}
    />
  )
}
