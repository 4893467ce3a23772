import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Note } from '#web/components/note.tsx'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { requireStrongPassword } from '#web/features/admin/shared/auth/password-rank.ts'
import { useAdmin } from '#web/features/admin/shared/auth/session.ts'
import { Form } from '#web/features/admin/shared/form/form.tsx'
import { BackLink, Load, PageTitle, Section } from '#web/features/admin/shared/page/page.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { ChangeAccess, ChangeExhibitions, ChangeFactors, ChangeRole, DeleteAccount } from './account-changes.tsx'
import { accounts, isLastAdmin, type ListedUser } from './accounts-query.ts'
import { GivenPassword } from './fields.tsx'

/** What an admin can change about one account. */
export const OneAccountPage = () => {
  const { userId } = useParams({ from: '/admin/accounts/$userId' })
  return (
    <>
      <BackLink to="/admin/accounts">{t('accounts.all')}</BackLink>
      <Load of={accounts} placeholder={480}>
        {({ users }) => {
          const user = users.find(({ id }) => String(id) === userId)
          if (user === undefined) return <PageTitle title={t('accounts.gone')} text={t('accounts.goneText')} />
          return <OneAccount key={user.id} user={user} users={users} />
        }}
      </Load>
    </>
  )
}

const OneAccount = ({ user, users }: { readonly user: ListedUser; readonly users: readonly ListedUser[] }) => {
  const isOwn = useAdmin()?.id === user.id
  const isLast = isLastAdmin(user, users)
  return (
    <>
      <PageTitle
        title={user.username}
        text={t(user.disabled ? 'accounts.isDisabled' : `accounts.roleText.${user.role}`)}
      />
      <div className="page-sections">
        {isLast && <Note kind="plain">{t('accounts.lastAdmin')}</Note>}
        {isOwn && (
          <Note kind="plain">
            <p>
              {t('accounts.own')} <Link to="/admin/account">{t('account.page')}</Link>
            </p>
          </Note>
        )}
        {!isLast && <ChangeRole user={user} />}
        <ChangeExhibitions key={`${user.role} ${user.exhibitionIds}`} user={user} />
        {!isOwn && <ChangePassword user={user} />}
        {!isOwn && user.secondFactor && <ChangeFactors user={user} />}
        {!isOwn && !isLast && <ChangeAccess user={user} />}
        {!isLast && <DeleteAccount user={user} isOwn={isOwn} />}
      </div>
    </>
  )
}

/** For users who forgot it; the next login asks them to choose a new one. */
const ChangePassword = ({ user }: { readonly user: ListedUser }) => {
  const [password, setPassword] = useState('')
  const { id, username } = user
  const change = useAction({
    run: async () => {
      await requireStrongPassword({ password, username })
      return adminCall('PATCH /api/admin/users/{id}', { params: { id }, body: { password } })
    },
    onDone: () => setPassword(''),
    done: () => t('accounts.passwordSet', { name: username }),
  })
  return (
    <Section id="set-password" title={t('accounts.newPassword')}>
      <Form autoComplete="off" submit={t('accounts.setPassword')} action={change} onSubmit={change.mutate}>
        <p className="soft">{t('accounts.newPasswordText')}</p>
        <div className="fields">
          <GivenPassword
            id="given-password"
            label={t('account.newPassword')}
            username={username}
            value={password}
            onChange={setPassword}
          />
        </div>
      </Form>
    </Section>
  )
}
