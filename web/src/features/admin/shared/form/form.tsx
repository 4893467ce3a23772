import { Button, NativeSelect, type NativeSelectProps, TextInput } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { Note } from '#web/components/note.tsx'
import { isSkippedTime } from '#web/features/admin/texts/dates.ts'
import { sentenceOf, t } from '#web/features/admin/texts/texts.ts'

/** Why a form could not be sent, above its button. */
export const FormError = ({ error }: { readonly error: Error | null }) =>
  error && <Note kind="danger">{sentenceOf(error)}</Note>

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

/** The page sends the form itself. */
export const sentBy = (send: () => unknown) => (event: FormEvent) => {
  event.preventDefault()
  send()
}

/** Fields, why they could not be sent, and the button that sends them. */
export const Form = (props: FormProps) => {
  const { submit, action, error = action?.error, onSubmit, onCancel, children, aside, autoComplete, ...button } = props
  return (
    <form className="section" onSubmit={sentBy(onSubmit)} autoComplete={autoComplete}>
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

interface ChoiceProps<Value extends string> extends Omit<NativeSelectProps, 'value' | 'data' | 'onChange'> {
  readonly value: Value
  readonly values: readonly Value[]
  readonly textOf: (value: Value) => string
  readonly onChange: (value: Value) => void
}

/** One of several values. */
export const Choice = <Value extends string>({ values, textOf, onChange, ...field }: ChoiceProps<Value>) => (
  <NativeSelect
    {...field}
    data={values.map((value) => ({ value, label: textOf(value) }))}
    onChange={({ currentTarget }) => {
      const chosen = values.find((value) => value === currentTarget.value)
      if (chosen !== undefined) onChange(chosen)
    }}
  />
)

interface TimeInputProps {
  readonly label: string
  readonly value: string
  readonly required?: boolean
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

/** Day and time in the workshop's time zone; may be empty. A time skipped by daylight saving is not sent. */
export const TimeInput = ({ error, onChange, ...field }: TimeInputProps) => {
  const skipped = isSkippedTime(field.value) ? t('app.skippedTime') : undefined
  return (
    <TextInput
      ref={(input) => input?.setCustomValidity(skipped ?? '')}
      type="datetime-local"
      min="2000-01-01T00:00"
      max="2999-12-31T23:59"
      error={skipped ?? error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      {...field}
    />
  )
}

const isAt = (error: unknown, field: string): error is ApiError =>
  error instanceof ApiError && error.details.field === field

/** What the server says of one field; undefined when it complains about another. */
export const errorAt = (error: unknown, field: string): string | undefined =>
  isAt(error, field) ? sentenceOf(error) : undefined

/** The error, unless one of the fields shows it. */
export const errorBeside = (error: Error | null, fields: readonly string[]): Error | null =>
  fields.some((field) => isAt(error, field)) ? null : error
