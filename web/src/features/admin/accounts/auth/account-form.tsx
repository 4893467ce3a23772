import { Box, Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { type ReactNode, useEffect } from 'react'
import { siteName } from '#web/api/site.ts'
import { PageFrame } from '#web/components/pages/page-frame.tsx'
import { Panel } from '#web/components/panel.tsx'
import { FormError, sentBy } from '#web/features/admin/shared/form/form.tsx'
import { leaveForPage } from '#web/features/admin/shared/page/page.tsx'

interface AccountFormProps {
  readonly title: string
  readonly text: string
  readonly submit: string
  readonly action: { readonly isPending: boolean; readonly error: Error | null; readonly mutate: () => void }
  /** Unless it is that of the action. */
  readonly error?: Error | null
  readonly children: ReactNode
  /** Another way to continue. */
  readonly aside?: ReactNode
}

/** A page with one form: first admin, login, new password. */
export const AccountForm = (props: AccountFormProps) => {
  const { title, text, submit, action, error = action.error, children, aside } = props
  useDocumentTitle(`${title} · ${siteName}`)
  useEffect(() => leaveForPage, [])
  return (
    <PageFrame>
      <Box maw="29rem" mx="auto" py="4vh">
        <Panel title={title}>
          <p className="soft">{text}</p>
          <form className="form" onSubmit={sentBy(() => action.isPending || action.mutate())}>
            {children}
            <FormError error={error} />
            <Button type="submit" size="md" loading={action.isPending}>
              {submit}
            </Button>
            {aside}
          </form>
        </Panel>
      </Box>
    </PageFrame>
  )
}
