import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { Note } from '#web/components/note.tsx'
import { sentenceOf, useTexts } from '#web/features/admin/texts/texts.ts'

/** Why a form could not be sent, above its button. */
export const FormError = ({ error }: { readonly error: Error | null }) =>
  error && (
    <Note kind="danger">
      <p>{sentenceOf(error)}</p>
    </Note>
  )

interface FormProps {
  readonly submit: string
  /** The state of `useAction`: whether it runs, and why it failed. */
  readonly action?: { readonly isPending: boolean; readonly error: Error | null }
  readonly disabled?: boolean
  readonly variant?: 'default'
  /** Replaces the error of the action where a field or a message shows it. */
  readonly error?: Error | null
  readonly autoComplete?: 'off'
  readonly onSubmit: () => void
  /** In a dialog that has a button to leave it. */
  readonly onCancel?: () => void
  readonly children: ReactNode
  /** Beside the button that sends it. */
  readonly aside?: ReactNode
}

/** Fields, why they could not be sent, and the button that sends them. */
export const Form = (props: FormProps) => {
  const { t } = useTexts()
  const { submit, action, error = action?.error, onSubmit, onCancel, children, aside, autoComplete, ...button } = props
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className="section" onSubmit={send} autoComplete={autoComplete}>
      {children}
      <FormError error={error ?? null} />
      <div className="actions" data-end={onCancel !== undefined || undefined}>
        {onCancel && (
          <Button variant="default" size="md" onClick={onCancel}>
            {t('app.cancel')}
          </Button>
        )}
        <Button type="submit" size="md" loading={action?.isPending ?? false} {...button}>
          {submit}
        </Button>
        {aside}
      </div>
    </form>
  )
}
