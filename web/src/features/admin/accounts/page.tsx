import { useQuery } from '@tanstack/react-query'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { DataTable } from '#web/features/admin/shared/data-table.tsx'
import { Loaded } from '#web/features/admin/shared/loaded.tsx'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { dateTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { NewUser } from './new-user.tsx'

export const AccountsPage = () => {
  const { t } = useTexts()
  const users = useQuery({
    queryKey: ['admin', 'users'],
    queryFn: ({ signal }) => adminCall('GET /api/admin/users', { signal }),
  })
  return (
    <>
      <PageTitle title={t('nav.accounts')} text={t('accounts.text')} />
      <div className={section.sections}>
        <Loaded query={users} placeholder={200}>
          {(data) => (
            <DataTable
              label={t('nav.accounts')}
              empty=""
              head={[t('account.username'), t('accounts.role'), t('accounts.since'), t('account.password')]}
              rows={data.users.map((user) => ({
                key: user.id,
                cells: [
                  <strong key="name">{user.username}</strong>,
                  t(`roles.${user.role}`),
                  dateTime(user.createdAt),
                  t(user.requiresPasswordChange ? 'accounts.mustChange' : 'accounts.chosen'),
                ],
              }))}
            />
          )}
        </Loaded>
        <NewUser />
      </div>
    </>
  )
}
