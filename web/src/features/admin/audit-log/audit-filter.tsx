import { NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import section from '#web/features/admin/shared/section.module.css'
import { number } from '#web/features/admin/texts/dates.ts'
import type adminTexts from '#web/features/admin/texts/en.json'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import type { AuditSearch } from './audit-search.ts'

type ActionText = keyof typeof adminTexts.auditLog.action

interface AuditFilterProps {
  readonly search: AuditSearch
  /** Entries by action. */
  readonly counts: Readonly<Record<string, number>>
}

export const AuditFilter = ({ search, counts }: AuditFilterProps) => {
  const { t } = useTexts()
  const navigate = useNavigate()
  const set = (name: keyof AuditSearch, value: string) => {
    const { [name]: _, ...rest } = search
    const next: AuditSearch = value === '' ? rest : { ...rest, [name]: value }
    void navigate({ to: '/admin/audit-log', search: next, replace: true })
  }
  return (
    <search className={section.fields}>
      <TextInput
        size="md"
        type="search"
        leftSection={<IconSearch size={18} />}
        label={t('auditLog.search')}
        value={search.q ?? ''}
        onChange={(event) => set('q', event.currentTarget.value)}
      />
      <NativeSelect
        size="md"
        label={t('auditLog.what')}
        value={search.action ?? ''}
        data={[
          { value: '', label: t('auditLog.anything') },
          ...Object.entries(counts).map(([name, count]) => ({
            value: name,
            label: `${t(`auditLog.action.${name as ActionText}`)} (${number(count)})`,
          })),
        ]}
        onChange={(event) => set('action', event.currentTarget.value)}
      />
    </search>
  )
}
