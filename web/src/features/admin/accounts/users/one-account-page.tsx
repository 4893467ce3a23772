import { IconArrowLeft, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Note } from '#web/components/note.tsx'
import { useAdmin } from '#web/features/admin/shared/auth/session.ts'
import { Loaded } from '#web/features/admin/shared/loaded.tsx'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { ChangeAccess, ChangeFactors, ChangeRole, DeleteAccount } from './account-changes.tsx'
import { accounts, isLastAdmin, type ListedUser } from './accounts-query.ts'
import { ChangePassword } from './change-password.tsx'
import style from './one-account-page.module.css'

/** What an admin can change about one account. */
export const OneAccountPage = () => {
  const { t } = useTexts()
  const { userId } = useParams({ from: '/admin/accounts/$userId' })
  const query = useQuery(accounts)
  return (
    <>
      <Link to="/admin/accounts" className={style.back}>
        <IconArrowLeft size={18} aria-hidden="true" />
        {t('accounts.all')}
      </Link>
      <Loaded query={query} placeholder={480}>
        {(users) => {
          const user = users.find(({ id }) => String(id) === userId)
          return user ? <OneAccount key={user.id} user={user} users={users} /> : <Gone />
        }}
      </Loaded>
    </>
  )
}

const Gone = () => {
  const { t } = useTexts()
  return <PageTitle title={t('accounts.gone')} text={t('accounts.goneText')} />
}

const OneAccount = ({ user, users }: { readonly user: ListedUser; readonly users: readonly ListedUser[] }) => {
  const { t } = useTexts()
  const isOwn = useAdmin()?.id === user.id
  const isLast = isLastAdmin(user, users)
  return (
    <>
      <PageTitle
        title={user.username}
        text={t(user.disabled ? 'accounts.isDisabled' : `accounts.roleText.${user.role}`)}
      />
      <div className={section.sections}>
        {isLast && (
          <Note kind="plain" icon={<IconInfoCircle />}>
            <p>{t('accounts.lastAdmin')}</p>
          </Note>
        )}
        {isOwn && (
          <Note kind="plain" icon={<IconInfoCircle />}>
            <p>
              {t('accounts.own')} <Link to="/admin/account">{t('account.page')}</Link>
            </p>
          </Note>
        )}
        {!isLast && <ChangeRole user={user} />}
        {!isOwn && <ChangePassword user={user} />}
        {!isOwn && user.secondFactor && <ChangeFactors user={user} />}
        {!isOwn && !isLast && <ChangeAccess user={user} />}
        {!isLast && <DeleteAccount user={user} isOwn={isOwn} />}
      </div>
    </>
  )
}
