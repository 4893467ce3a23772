import * as contract from '#contract/audit-log.ts'
import { limits } from '#contract/limits.ts'
import { largeTableRows, staleWhileRevalidate } from '#server/concurrency/stale-while-revalidate.ts'
import { storedCount } from '#server/groups/cached-count.ts'
import type { Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import { presentAuditEntry } from './present-audit-entry.ts'

/** The management audit log, for admins and auditors (D26). */
export function auditLogRoutes({ database, clock }: Pick<Deps, 'database' | 'clock'>, route: Route): void {
  const { auditLog } = database
  const lastId = async () => (await auditLog.latest(1))[0]?.id ?? 0
  const totals = staleWhileRevalidate({
    count: () => auditLog.totals(),
    version: async () => String(await lastId()),
    isLarge: async () => (await lastId()) >= largeTableRows,
    now: () => clock.now(),
    stored: storedCount(database, 'management log'),
  })

  route(contract.listAuditLog, async ({ query: { limit = limits.listDefault } }) => {
    const [logs, total] = await Promise.all([auditLog.latest(limit), auditLog.count()])
    return { success: true as const, logs: logs.map(presentAuditEntry), total, limit }
  })

  route(contract.getAuditLogStats, async () => {
    const { value, countedAt } = await totals()
    const { entries, byAction, lastAt } = value
    return {
      success: true as const,
      totalActions: entries,
      actionsByType: { ...byAction },
      lastAction: lastAt,
      countedAt,
    }
  })

  route(contract.listGroupAuditLog, async ({ params: { groupId } }) => {
    const logs = await auditLog.ofGroup(groupId)
    return { success: true as const, groupId, logs: logs.map(presentAuditEntry), total: logs.length }
  })
}
