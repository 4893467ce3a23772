import { TextInput, type TextInputProps } from '@mantine/core'
import { t } from '#web/features/admin/texts/texts.ts'

interface AccountFieldProps extends Omit<TextInputProps, 'onChange'> {
  readonly id: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** What the browser may fill in. */
  readonly autoComplete: 'username' | 'one-time-code' | 'off'
}

export const UsernameField = ({ onChange, ...field }: AccountFieldProps) => (
  <TextInput
    {...field}
    label={t('account.username')}
    required
    autoCapitalize="none"
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

/** A code that was shown or written down elsewhere. */
export const CodeField = ({ onChange, ...field }: AccountFieldProps) => (
  <TextInput
    {...field}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    required
    autoCapitalize="characters"
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
