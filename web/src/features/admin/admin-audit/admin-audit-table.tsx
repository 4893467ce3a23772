import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAdmin } from '#web/features/admin/shared/auth/session.ts'
import { DataTable } from '#web/features/admin/shared/data-table.tsx'
import { dateTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import type { AdminAuditEntry } from './admin-audit-query.ts'
import style from './admin-audit-table.module.css'
import { isFailed, useEntryTexts } from './entry-texts.ts'

export const AdminAuditTable = ({ entries }: { readonly entries: readonly AdminAuditEntry[] }) => {
  const { t } = useTexts()
  const { actionText, detailsText } = useEntryTexts()
  const columns = [
    'auditLog.when',
    'adminAudit.who',
    'auditLog.what',
    'adminAudit.target',
    'adminAudit.details',
  ] as const
  return (
    <DataTable
      label={t('nav.adminAudit')}
      empty={t('auditLog.empty')}
      head={[...columns.map((key) => t(key)), t('auditLog.address')]}
      rows={entries.map((entry) => ({
        key: entry.id,
        cells: [
          dateTime(entry.created_at),
          entry.actor_name || '–',
          isFailed(entry.action) ? (
            <span key="action" className={style.failed}>
              <IconAlertTriangle size={16} aria-hidden="true" />
              {actionText(entry.action)}
            </span>
          ) : (
            actionText(entry.action)
          ),
          <Target key="target" entry={entry} />,
          detailsText(entry) || '–',
          entry.ip_address ?? '–',
        ],
      }))}
    />
  )
}

/** The target; links to a group for users who may open it. */
const Target = ({ entry }: { readonly entry: AdminAuditEntry }) => {
  const { t } = useTexts()
  const role = useAdmin()?.role
  const { target_type: type, target_id: id, action } = entry
  if (type === null || id === null) return '–'
  if (type === 'group' && role === 'admin' && action !== 'delete_group') {
    return (
      <Link to="/admin/moderation/$groupId" params={{ groupId: id }} className={style.id}>
        {t('adminAudit.group', { id })}
      </Link>
    )
  }
  return <span className={style.id}>{t(`adminAudit.type.${type as 'user'}`, { id, defaultValue: id })}</span>
}
