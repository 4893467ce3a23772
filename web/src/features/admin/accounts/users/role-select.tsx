import { type Role, roles } from '#contract/operation/access.ts'
import { Choice } from '#web/features/admin/shared/form/form.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'

/** The roles with what each may do. */
export const RoleSelect = ({ value, onChange }: { readonly value: Role; readonly onChange: (role: Role) => void }) => {
  const { t } = useTexts()
  return (
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
}
