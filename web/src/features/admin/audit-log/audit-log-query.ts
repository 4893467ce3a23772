import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#web/api/client.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'

type Entries = Answer<'GET /api/admin/management-audit'>
type Stats = Answer<'GET /api/admin/management-audit/stats'>

export type AuditLogEntry = Entries['logs'][number]
export type AuditLog = Entries & { readonly stats: Stats }

const maxEntries = 1_000

export const auditLog = queryOptions({
  queryKey: ['admin', 'audit-log'],
  queryFn: async ({ signal }): Promise<AuditLog> => {
    const [entries, stats] = await Promise.all([
      adminCall('GET /api/admin/management-audit', { query: { limit: maxEntries }, signal }),
      adminCall('GET /api/admin/management-audit/stats', { signal }),
    ])
    return { ...entries, stats }
  },
})
