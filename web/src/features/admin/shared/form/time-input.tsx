import { TextInput } from '@mantine/core'
import { isSkippedTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'

interface TimeInputProps {
  readonly label: string
  readonly value: string
  readonly required?: boolean
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

/** Day and time in the workshop's time zone; may be empty. A time skipped by daylight saving is not sent. */
export const TimeInput = ({ error, onChange, ...field }: TimeInputProps) => {
  const { t } = useTexts()
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
