import { Box, PasswordInput, Progress, Stack } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { minPasswordRank, usePasswordRank } from './password-rank.ts'

interface PasswordFieldProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

export interface NewPasswordFieldProps extends PasswordFieldProps {
  /** Whose it is to be; without one the own account. */
  readonly username?: string
  /** Shown as it was generated, to be written down. */
  readonly visible?: boolean
}

const commonOf = ({ value, onChange, ...field }: PasswordFieldProps) =>
  ({
    ...field,
    required: true,
    value,
    visibilityToggleButtonProps: { 'aria-label': t('account.showPassword'), tabIndex: 0 },
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.value),
  }) as const

/** A password that is known already. `focus` in a dialog that asks for nothing else. */
export const PasswordField = ({ focus = false, ...props }: PasswordFieldProps & { readonly focus?: boolean }) => (
  <PasswordInput {...commonOf(props)} autoComplete="current-password" {...(focus && { 'data-autofocus': true })} />
)

/** A password that is chosen here: it has limits, and its strength is shown. */
export const NewPasswordField = ({ username, visible, ...props }: NewPasswordFieldProps) => (
  <div>
    <PasswordInput
      {...commonOf(props)}
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

const maxRank = 4
const texts = ['rank0', 'rank1', 'rank2', 'rank3', 'rank4'] as const

/** How hard a password is to guess, and what would help. */
const PasswordStrength = ({ password, username }: { password: string; username?: string | undefined }) => {
  const rank = usePasswordRank({ password, username })
  const text = rank === undefined ? undefined : texts[rank]
  const weak = rank !== undefined && rank < minPasswordRank
  return (
    <Stack gap={6} mt={8}>
      <Progress
        value={rank === undefined ? 0 : ((rank + 1) / (maxRank + 1)) * 100}
        color={weak ? 'var(--danger)' : 'var(--accent)'}
        aria-hidden="true"
      />
      <Box component="p" role="status" mih="1.35em" c={weak ? 'var(--danger)' : 'var(--ink-soft)'} fz={15} lh={1.35}>
        {text && t(`account.${text}`)}
      </Box>
    </Stack>
  )
}
