import { NativeSelect } from '@mantine/core'
import { type Role, roles } from '#contract/operation/access.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'

interface RoleSelectProps {
  readonly value: Role
  readonly onChange: (role: Role) => void
}

/** The roles with what each may do. */
export const RoleSelect = ({ value, onChange }: RoleSelectProps) => {
  const { t } = useTexts()
  return (
    <NativeSelect
      label={t('accounts.role')}
      description={t(`accounts.roleText.${value}`)}
      inputWrapperOrder={['label', 'input', 'description']}
      value={value}
      data={roles.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
      onChange={(event) => onChange(roles.find((role) => role === event.currentTarget.value) ?? value)}
    />
  )
}
