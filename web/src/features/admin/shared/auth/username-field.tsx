import { TextInput } from '@mantine/core'
import { useTexts } from '#web/features/admin/texts/texts.ts'

interface UsernameFieldProps {
  readonly id: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** What the browser may fill in. */
  readonly autoComplete: 'username' | 'off'
  /** Of a name that is chosen here. */
  readonly maxLength?: number
}

export const UsernameField = ({ onChange, ...field }: UsernameFieldProps) => {
  const { t } = useTexts()
  return (
    <TextInput
      {...field}
      size="md"
      label={t('account.username')}
      required
      withAsterisk={false}
      autoCapitalize="none"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
