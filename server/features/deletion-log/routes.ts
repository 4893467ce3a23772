import { setImmediate } from 'node:timers/promises'
import * as contract from '#contract/deletion-log.ts'
import { limits } from '#contract/limits.ts'
import { largeTableRows, staleWhileRevalidate } from '#server/concurrency/stale-while-revalidate.ts'
import { formatBytes } from '#server/domain/text/format-bytes.ts'
import { storedCount } from '#server/groups/cached-count.ts'
import { sendJsonList } from '#server/http/json-list.ts'
import type { Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
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
export function deletionLogRoutes({ database, clock }: Pick<Deps, 'database' | 'clock'>, route: Route): void {
  const { deletionLog, jobs } = database
  const lastId = async () => (await deletionLog.latest(1))[0]?.id ?? 0
  const totals = staleWhileRevalidate({
    count: () => deletionLog.totals(),
    version: async () => String(await lastId()),
    isLarge: async () => (await lastId()) >= largeTableRows,
    now: () => clock.now(),
    stored: storedCount(database, 'deletion log'),
  })

  route(contract.listDeletionLog, async ({ query: { limit = limits.listDefault } }) => {
    const [deletions, { value, countedAt }] = await Promise.all([deletionLog.latest(limit), totals()])
    const counted = { total: value.groups, countedAt }
    return { success: true as const, deletions: deletions.map(presentDeletion), ...counted, limit }
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
    const [{ value, countedAt }, lastCleanup] = await Promise.all([totals(), jobs.lastRun('cleanup')])
    const { groups, images, bytes } = value
    return {
      success: true as const,
      countedAt,
      totalDeleted: groups,
      totalImages: images,
      totalSize: formatBytes(bytes),
      totalSizeBytes: bytes,
      lastCleanup,
    }
  })
}
