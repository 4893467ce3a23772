import { limits } from '#contract/limits.ts'
import * as contract from '#contract/logs/audit-log.ts'
import { snakeCased } from '#server/domain/text/snake-case.ts'
import { cachedLogCount } from '#server/groups/cached-count.ts'
import type { Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { AuditLogEntry } from '#server/ports/logs/audit-log.ts'

/** The management audit log, for admins and auditors (D26). */
export function auditLogRoutes({ database, clock }: Pick<Deps, 'database' | 'clock'>, route: Route): void {
  const { auditLog } = database
  const totals = cachedLogCount({ database, clock }, 'management log', auditLog)

  route(contract.listAuditLog, async ({ query: { limit = limits.listDefault }, scope }) => {
    const [logs, total] = await Promise.all([auditLog.latest(scope, limit), auditLog.count(scope)])
    return { logs: logs.map(presentAuditEntry), total, limit }
  })

  route(contract.getAuditLogStats, async ({ scope }) => {
    const { value, countedAt } = await totals(scope)
    const { entries: totalActions, byAction, lastAt: lastAction } = value
    return { totalActions, actionsByType: { ...byAction }, lastAction, countedAt }
  })

  route(contract.listGroupAuditLog, async ({ params: { groupId }, scope }) => {
    const logs = await auditLog.ofGroup(groupId, scope)
    return { groupId, logs: logs.map(presentAuditEntry), total: logs.length }
  })
}

const presentAuditEntry = ({
  maskedToken,
  ...entry
}: AuditLogEntry & { readonly id: number }): contract.AuditLogEntry => ({
  ...snakeCased(entry),
  management_token: maskedToken,
})
