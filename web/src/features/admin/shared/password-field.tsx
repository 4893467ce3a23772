import { PasswordInput } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'

interface PasswordFieldProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** A new one has to keep to the limits, and says so. */
  readonly chosen?: boolean
}

export const PasswordField = ({ id, label, value, onChange, chosen = false }: PasswordFieldProps) => {
  const { t } = useTexts()
  return (
    <PasswordInput
      id={id}
      size="md"
      label={label}
      required
      withAsterisk={false}
      {...(chosen && {
        minLength: limits.passwordMin,
        maxLength: limits.passwordMax,
        description: t('account.passwordRule', { min: limits.passwordMin }),
      })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete={chosen ? 'new-password' : 'current-password'}
      value={value}
      visibilityToggleButtonProps={{ 'aria-label': t('account.showPassword'), tabIndex: 0 }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
