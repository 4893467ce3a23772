import './styles.ts'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  CatchBoundary,
  type ErrorComponentProps,
  Link,
  Outlet,
  useChildMatches,
  useRouter,
} from '@tanstack/react-router'
import { queryClient } from '#web/api/query-client.ts'
import { Note } from '#web/components/note.tsx'
import { MessagePage } from '#web/components/pages/message-page.tsx'
import { PageFrame } from '#web/components/pages/page-frame.tsx'
import { LoginPage } from '#web/features/admin/accounts/auth/login-page.tsx'
import { LogoutButton, PasswordPage } from '#web/features/admin/accounts/auth/own-password.tsx'
import { SetupPage } from '#web/features/admin/accounts/auth/setup-page.tsx'
import { SecondFactors } from '#web/features/admin/accounts/second-factor/second-factors.tsx'
import { Reauthentication } from '#web/features/admin/shared/auth/reauthentication.tsx'
import { session } from '#web/features/admin/shared/auth/session.ts'
import { PageTitle } from '#web/features/admin/shared/page/page.tsx'
import { sentenceOf, t } from '#web/features/admin/texts/texts.ts'
import { Shell } from './shell.tsx'

const Waiting = () => (
  <PageFrame>
    <Skeleton height={320} radius={18} />
  </PageFrame>
)

/** Everything below /admin: first the session, then the page. */
export const AdminFrame = () => {
  const { data, error, refetch } = useQuery(session)
  const page = useChildMatches({ select: ([child]) => child?.id })
  if (data?.state === 'setup') return <SetupPage needsCode={data.needsCode} />
  if (data?.state === 'login') return <LoginPage ended={data.ended ?? false} />
  if (data?.state === 'open' && data.user.requiresPasswordChange) return <PasswordPage />
  if (data?.state === 'open' && data.secondFactorMissing) return <MissingFactorPage />
  if (data?.state === 'open')
    return (
      <Shell user={data.user}>
        {data.passwordIsCommon && <CommonPassword />}
        {/* An error in one page keeps the frame, and the way to the other pages. */}
        <CatchBoundary getResetKey={() => page} errorComponent={FailedPage}>
          <Outlet />
        </CatchBoundary>
        <Reauthentication />
      </Shell>
    )
  if (!error) return <Waiting />
  return (
    <MessagePage title={t('app.notLoadedTitle')} text={sentenceOf(error)}>
      <Button size="md" onClick={() => refetch()}>
        {t('app.again')}
      </Button>
    </MessagePage>
  )
}

const FailedPage = ({ reset }: ErrorComponentProps) => {
  const router = useRouter()
  const again = async () => {
    // What the page had loaded may be the cause.
    queryClient.removeQueries({ type: 'inactive' })
    await router.invalidate()
    reset()
  }
  return (
    <>
      <PageTitle title={t('app.failedTitle')} text={t('app.failedText')} />
      <div className="actions">
        <Button size="md" onClick={again}>
          {t('app.again')}
        </Button>
        <Button size="md" variant="default" component={Link} to="/admin">
          {t('app.start')}
        </Button>
      </div>
    </>
  )
}

/** After each login, until the password was changed. */
const CommonPassword = () => (
  <Note kind="warning" title={t('account.commonPassword')}>
    <p>
      <Link to="/admin/account">{t('account.changeCommonPassword')}</Link>
    </p>
  </Note>
)

const goOn = () => void queryClient.invalidateQueries({ queryKey: session.queryKey })

/** Nothing else works until the account has a second factor (D53). */
const MissingFactorPage = () => (
  <PageFrame>
    <PageTitle title={t('factors.missingTitle')} text={t('factors.missingText')} />
    <div className="section">
      <SecondFactors onSetUp={goOn} />
      <div className="actions">
        <LogoutButton />
      </div>
    </div>
    <Reauthentication />
  </PageFrame>
)
