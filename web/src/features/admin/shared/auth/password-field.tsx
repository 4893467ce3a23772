import { PasswordInput } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { PasswordStrength } from './password-strength.tsx'

interface PasswordFieldProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

interface NewPasswordFieldProps extends PasswordFieldProps {
  /** Whose it is to be; without one the own account. */
  readonly username?: string
  /** Shown as it was generated, to be written down. */
  readonly visible?: boolean
}

const useCommon = ({ value, onChange, ...field }: PasswordFieldProps) => {
  const { t } = useTexts()
  return {
    ...field,
    size: 'md',
    required: true,
    withAsterisk: false,
    value,
    visibilityToggleButtonProps: { 'aria-label': t('account.showPassword'), tabIndex: 0 },
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.value),
  } as const
}

/** A password that is known already. `focus` in a dialog that asks for nothing else. */
export const PasswordField = ({ focus = false, ...props }: PasswordFieldProps & { readonly focus?: boolean }) => (
  <PasswordInput {...useCommon(props)} autoComplete="current-password" {...(focus && { 'data-autofocus': true })} />
)

/** A password that is chosen here: it has limits, and its strength is shown. */
export const NewPasswordField = ({ username, visible, ...props }: NewPasswordFieldProps) => {
  const { t } = useTexts()
  return (
    <div>
      <PasswordInput
        {...useCommon(props)}
        {...(visible && { visible: true })}
        minLength={limits.passwordMin}
        maxLength={limits.passwordMax}
        description={t('account.passwordRule', { min: limits.passwordMin })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="new-password"
      />
      {props.value !== '' && <PasswordStrength password={props.value} username={username} />}
    </div>
  )
}
