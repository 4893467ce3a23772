import './styles.ts'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '#web/components/lazy-part.tsx'
import { MessagePage } from '#web/components/pages/message-page.tsx'
import { PageFrame } from '#web/components/pages/page-frame.tsx'
import { LoginPage } from '#web/features/admin/accounts/auth/login-page.tsx'
import { PasswordPage } from '#web/features/admin/accounts/auth/password-page.tsx'
import { SetupPage } from '#web/features/admin/accounts/auth/setup-page.tsx'
import { Reauthentication } from '#web/features/admin/shared/auth/reauthentication.tsx'
import { session } from '#web/features/admin/shared/auth/session.ts'
import { sentenceOf, useTexts } from '#web/features/admin/texts/texts.ts'
import { WithinFrame } from './failed-page.tsx'

// The login does not need it and loads faster without it.
const { Part: Shell } = lazyPart(() => import('./shell.tsx').then((module) => module.Shell))

const { Part: MissingFactorPage } = lazyPart(() =>
  import('./missing-factor-page.tsx').then((module) => module.MissingFactorPage),
)

const Waiting = () => (
  <PageFrame>
    <Skeleton height={320} radius={18} />
  </PageFrame>
)

/** Everything below /admin: first the session, then the page. */
export const AdminFrame = () => {
  const { t } = useTexts()
  const { data, error, refetch } = useQuery(session)
  if (data?.state === 'setup') return <SetupPage needsCode={data.needsCode} />
  if (data?.state === 'login') return <LoginPage ended={data.ended ?? false} />
  if (data?.state === 'open' && data.user.requiresPasswordChange) return <PasswordPage />
  if (data?.state === 'open' && data.secondFactorMissing)
    return (
      <Suspense fallback={<Waiting />}>
        <MissingFactorPage />
        <Reauthentication />
      </Suspense>
    )
  if (data?.state === 'open')
    return (
      <Suspense fallback={<Waiting />}>
        <Shell user={data.user}>
          <WithinFrame>
            <Outlet />
          </WithinFrame>
          <Reauthentication />
        </Shell>
      </Suspense>
    )
  if (!error) return <Waiting />
  return (
    <MessagePage
      title={t('app.notLoadedTitle')}
      text={sentenceOf(error)}
      action={
        <Button size="md" onClick={() => refetch()}>
          {t('app.again')}
        </Button>
      }
    />
  )
}
