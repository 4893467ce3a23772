import * as contract from '#contract/deletion-log.ts'
import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { formatBytes } from '#server/domain/text/format-bytes.ts'
import type { Route } from '#server/http/route.ts'
import { presentDeletion } from './present-deletion.ts'

/** The deletion log, for admins and auditors (D26, D32). */
export function deletionLogRoutes({ database: { deletionLog, jobs } }: Pick<Deps, 'database'>, route: Route): void {
  route(contract.listDeletionLog, async ({ query: { limit = limits.listDefault } }) => {
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
}
