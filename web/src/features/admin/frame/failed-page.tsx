import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { CatchBoundary, type ErrorComponentProps, Link, useChildMatches, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { useTexts } from '#web/features/admin/texts/texts.ts'

/** An error in one page keeps the frame, and the way to the other pages. */
export const WithinFrame = ({ children }: { children: ReactNode }) => {
  const page = useChildMatches({ select: ([child]) => child?.id })
  return (
    <CatchBoundary getResetKey={() => page} errorComponent={FailedPage}>
      {children}
    </CatchBoundary>
  )
}

const FailedPage = ({ reset }: ErrorComponentProps) => {
  const { t } = useTexts()
  const client = useQueryClient()
  const router = useRouter()
  const again = async () => {
    // What the page had loaded may be the cause.
    client.removeQueries({ type: 'inactive' })
    await router.invalidate()
    reset()
  }
  return (
    <>
      <PageTitle title={t('app.failedTitle')} text={t('app.failedText')} />
      <div className={section.actions}>
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
