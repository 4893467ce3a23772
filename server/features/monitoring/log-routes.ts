import * as contract from '#contract/monitoring.ts'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/http/route.ts'
import { formatBytes, presentAuditEntry, presentDeletion } from './present-logs.ts'

const defaultLimit = 100

/** The deletion log and the management audit log, for admins and auditors (D26, D32). */
export function logRoutes({ database: { deletionLog, auditLog, jobs } }: Pick<Deps, 'database'>, route: Route): void {
  route(contract.listDeletionLog, async ({ query: { limit = defaultLimit } }) => {
    const [deletions, { groups: total }] = await Promise.all([deletionLog.latest(limit), deletionLog.totals()])
    return { success: true as const, deletions: deletions.map(presentDeletion), total, limit }
  })

  route(contract.listWholeDeletionLog, async () => {
    const deletions = await deletionLog.latest()
    return { success: true as const, deletions: deletions.map(presentDeletion), total: deletions.length }
  })

  route(contract.getDeletionLogStats, async () => {
    const [{ groups, images, bytes }, lastCleanup] = await Promise.all([deletionLog.totals(), jobs.lastRun('cleanup')])
    return {
      success: true as const,
      totalDeleted: groups,
      totalImages: images,
      totalSize: formatBytes(bytes),
      totalSizeBytes: bytes,
      lastCleanup,
    }
  })

  route(contract.listAuditLog, async ({ query: { limit = defaultLimit } }) => {
    const [logs, total] = await Promise.all([auditLog.latest(limit), auditLog.count()])
    return { success: true as const, logs: logs.map(presentAuditEntry), total, limit }
  })

  route(contract.getAuditLogStats, async () => {
    const { entries, byAction, lastAt } = await auditLog.totals()
    return { success: true as const, totalActions: entries, actionsByType: { ...byAction }, lastAction: lastAt }
  })

  route(contract.listGroupAuditLog, async ({ params: { groupId } }) => {
    const logs = await auditLog.ofGroup(groupId)
    return { success: true as const, groupId, logs: logs.map(presentAuditEntry), total: logs.length }
  })
}
