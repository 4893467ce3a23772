import { NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import section from '#web/features/admin/shared/section.module.css'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { auditActors } from './admin-audit-query.ts'
import type { AdminAuditSearch } from './admin-audit-search.ts'
import { useEntryTexts } from './entry-texts.ts'

/** Guesses of passwords and codes. */
const failed = ['login', 'confirm_password', 'change_password', 'confirm_totp', 'setup_initial_admin']

export const AdminAuditFilter = ({ search }: { readonly search: AdminAuditSearch }) => {
  const { t } = useTexts()
  const navigate = useNavigate()
  const set = (name: keyof AdminAuditSearch, value: string) => {
    const { [name]: _, ...rest } = search
    const next: AdminAuditSearch = value === '' ? rest : { ...rest, [name]: value }
    void navigate({ to: '/admin/admin-audit', search: next, replace: true })
  }
  const day = (name: 'from' | 'to') => (
    <TextInput
      type="date"
      label={t(`adminAudit.${name}`)}
      value={search[name] ?? ''}
      onChange={(event) => set(name, event.currentTarget.value)}
    />
  )
  return (
    <search className={section.fields}>
      <TextInput
        type="search"
        leftSection={<IconSearch size={18} />}
        label={t('adminAudit.search')}
        value={search.q ?? ''}
        onChange={(event) => set('q', event.currentTarget.value)}
      />
      <ActorSelect value={search.actor ?? ''} onChange={(value) => set('actor', value)} />
      <ActionSelect value={search.action ?? ''} onChange={(value) => set('action', value)} />
      {day('from')}
      {day('to')}
    </search>
  )
}

interface SelectProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

const ActorSelect = ({ value, onChange }: SelectProps) => {
  const { t } = useTexts()
  const { data = [] } = useQuery(auditActors)
  const known = value === '' || data.includes(value) ? data : [value, ...data]
  return (
    <NativeSelect
      label={t('adminAudit.who')}
      value={value}
      data={[{ value: '', label: t('adminAudit.anybody') }, ...known]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const ActionSelect = ({ value, onChange }: SelectProps) => {
  const { t } = useTexts()
  const { actionText } = useEntryTexts()
  const actions = [
    ...Object.keys(t('adminAudit.action', { returnObjects: true })),
    ...failed.map((action) => `${action}_failed`),
  ]
  const known = value === '' || actions.includes(value) ? actions : [value, ...actions]
  const options = known
    .map((action) => ({ value: action, label: actionText(action) }))
    .sort((one, other) => one.label.localeCompare(other.label))
  return (
    <NativeSelect
      label={t('auditLog.what')}
      value={value}
      data={[{ value: '', label: t('auditLog.anything') }, ...options]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
