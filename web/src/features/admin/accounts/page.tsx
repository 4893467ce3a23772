import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { adminCall } from '#web/features/admin/auth/admin-call.ts'
import { DataTable } from '#web/features/admin/frame/data-table.tsx'
import { LoadFailed } from '#web/features/admin/frame/load-failed.tsx'
import { PageTitle } from '#web/features/admin/frame/page-title.tsx'
import section from '#web/features/admin/frame/section.module.css'
import { dateTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { NewUser } from './new-user.tsx'

export const AccountsPage = () => {
  const { t } = useTexts()
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'users'],
    queryFn: ({ signal }) => adminCall('GET /api/admin/users', { signal }),
  })
  return (
    <>
      <PageTitle title={t('nav.users')} text={t('users.text')} />
      <div className={section.sections}>
        {error && !data && <LoadFailed error={error} onAgain={refetch} />}
        {!data && !error && <Skeleton height={200} radius={14} />}
        {data && (
          <DataTable
            label={t('nav.users')}
            empty=""
            head={[t('account.username'), t('users.role'), t('users.since'), t('account.password')]}
            rows={data.users.map((user) => ({
              key: user.id,
              cells: [
                <strong key="name">{user.username}</strong>,
                t(`roles.${user.role}`),
                dateTime(user.createdAt),
                t(user.requiresPasswordChange ? 'users.mustChange' : 'users.chosen'),
              ],
            }))}
          />
        )}
        <NewUser />
      </div>
    </>
  )
}
