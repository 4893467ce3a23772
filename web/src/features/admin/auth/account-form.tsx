import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect } from 'react'
import { Note } from '#web/components/note.tsx'
import { PageFrame } from '#web/components/page-frame.tsx'
import { Panel } from '#web/components/panel.tsx'
import { leaveForPage } from '#web/features/admin/frame/page-title.tsx'
import { sentenceOf } from '#web/features/admin/texts/texts.ts'
import style from './account-form.module.css'

interface AccountFormProps {
  readonly title: string
  readonly text: string
  readonly submit: string
  readonly pending: boolean
  readonly error: Error | null
  readonly onSubmit: () => void
  readonly children: ReactNode
  /** Another way on. */
  readonly aside?: ReactNode
}

/** A page with one form: first admin, login, new password. */
export const AccountForm = (props: AccountFormProps) => {
  const { title, text, submit, pending, error, onSubmit, children, aside } = props
  useEffect(() => {
    document.title = `${title} · Werkschau`
  }, [title])
  useEffect(() => leaveForPage, [])
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!pending) onSubmit()
  }
  return (
    <PageFrame>
      <div className={style.place}>
        <Panel title={title}>
          <p className={style.text}>{text}</p>
          <form className={style.form} onSubmit={send}>
            {children}
            {error && (
              <Note kind="danger" icon={<IconAlertTriangle />}>
                <p>{sentenceOf(error)}</p>
              </Note>
            )}
            <Button type="submit" size="md" loading={pending}>
              {submit}
            </Button>
            {aside}
          </form>
        </Panel>
      </div>
    </PageFrame>
  )
}
