import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { type Role, roles } from '#contract/operation/access.ts'
import { NewPasswordField, type NewPasswordFieldProps } from '#web/features/admin/shared/auth/password-field.tsx'
import { Choice } from '#web/features/admin/shared/form/form.tsx'
import { t } from '#web/features/admin/texts/texts.ts'

/** The roles with what each may do. */
export const RoleSelect = ({ value, onChange }: { readonly value: Role; readonly onChange: (role: Role) => void }) => (
  <Choice
    label={t('accounts.role')}
    description={t(`accounts.roleText.${value}`)}
    inputWrapperOrder={['label', 'input', 'description']}
    value={value}
    values={roles}
    textOf={(role) => t(`roles.${role}`)}
    onChange={onChange}
  />
)

/** A password for another person: typed, or generated and then shown. */
export const GivenPassword = ({ value, onChange, ...field }: NewPasswordFieldProps) => {
  const [generated, setGenerated] = useState<string>()
  const generate = () => {
    const password = generatePassword()
    setGenerated(password)
    onChange(password)
  }
  return (
    <Stack gap={8}>
      <NewPasswordField {...field} visible={value !== '' && value === generated} value={value} onChange={onChange} />
      <Button variant="default" mr="auto" onClick={generate}>
        {t('accounts.generate')}
      </Button>
    </Stack>
  )
}

/** Without characters that look alike. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

const part = (): string => {
  // 248 is the largest multiple of 31 that a byte can have: each letter is as likely as any other.
  const bytes = [...crypto.getRandomValues(new Uint8Array(32))].filter((byte) => byte < 248)
  return bytes
    .slice(0, 4)
    .map((byte) => letters[byte % letters.length])
    .join('')
}

/** `k7qf-9xmp-wd3h-ra6t`: easy to read out, for the first login. */
const generatePassword = (): string => [part(), part(), part(), part()].join('-')
