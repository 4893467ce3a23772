import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DataTable } from '#web/features/admin/shared/data-table.tsx'
import { Loaded } from '#web/features/admin/shared/loaded.tsx'
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
  return (
    <DataTable
      label={t('nav.accounts')}
      empty=""
      head={[
        t('account.username'),
        t('accounts.role'),
        t('accounts.state'),
        t('accounts.secondFactor'),
        t('accounts.since'),
      ]}
      rows={users.map((user) => ({
        key: user.id,
        cells: [
          <Link key="name" to="/admin/accounts/$userId" params={{ userId: String(user.id) }}>
            {user.username}
          </Link>,
          t(`roles.${user.role}`),
          stateOf(user),
          t(user.secondFactor ? 'accounts.factorOn' : 'accounts.factorOff'),
          shortDate(user.createdAt),
        ],
      }))}
    />
  )
}
