import { setImmediate } from 'node:timers/promises'
import * as contract from '#contract/deletion-log.ts'
import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { formatBytes } from '#server/domain/text/format-bytes.ts'
import { sendJsonList } from '#server/http/json-list.ts'
import type { Route } from '#server/http/route.ts'
import type { DeletionLogReads } from '#server/ports/logs/deletion-log.ts'
import { presentDeletion } from './present-deletion.ts'

const partSize = 500

/** All entries in parts, newest first. Other requests run between two parts. */
async function* wholeDeletionLog(deletionLog: DeletionLogReads) {
  let before: number | undefined
  for (;;) {
    const part = await deletionLog.latest(partSize, before)
    yield part.map(presentDeletion)
    if (part.length < partSize) return
    before = part.at(-1)?.id
    await setImmediate()
  }
}

/** The deletion log, for admins and auditors (D26, D32). */
export function deletionLogRoutes({ database: { deletionLog, jobs } }: Pick<Deps, 'database'>, route: Route): void {
  route(contract.listDeletionLog, async ({ query: { limit = limits.listDefault } }) => {
    const [deletions, { groups: total }] = await Promise.all([deletionLog.latest(limit), deletionLog.totals()])
    return { success: true as const, deletions: deletions.map(presentDeletion), total, limit }
  })

  route(contract.listWholeDeletionLog, ({ reply }) =>
    sendJsonList(reply, {
      head: { success: true },
      name: 'deletions',
      parts: wholeDeletionLog(deletionLog),
      tail: (total) => ({ total }),
    }),
  )

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
