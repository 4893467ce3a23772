import { limits } from '#contract/limits.ts'
import * as contract from '#contract/logs/deletion-log.ts'
import { inParts } from '#server/concurrency/in-parts.ts'
import type { GroupScope } from '#server/domain/group-scope.ts'
import { formatBytes } from '#server/domain/text/format-bytes.ts'
import { snakeCased } from '#server/domain/text/snake-case.ts'
import { cachedLogCount } from '#server/groups/cached-count.ts'
import { sendJsonList } from '#server/http/json-list.ts'
import type { Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { DeletionLogEntry, DeletionLogReads } from '#server/ports/logs/deletion-log.ts'

type Entry = DeletionLogEntry & { readonly id: number }

const partSize = 500

async function* wholeDeletionLog(deletionLog: DeletionLogReads, scope: GroupScope) {
  const parts = inParts<Entry>(partSize, (last) => deletionLog.latest(scope, partSize, last?.id))
  for await (const part of parts) yield part.map(presentDeletion)
}

/** The deletion log, for admins and auditors (D26, D32). */
export function deletionLogRoutes({ database, clock }: Pick<Deps, 'database' | 'clock'>, route: Route): void {
  const { deletionLog, jobs } = database
  const totals = cachedLogCount({ database, clock }, 'deletion log', deletionLog)

  route(contract.listDeletionLog, async ({ query: { limit = limits.listDefault }, scope }) => {
    const [deletions, { value, countedAt }] = await Promise.all([deletionLog.latest(scope, limit), totals(scope)])
    return { deletions: deletions.map(presentDeletion), total: value.groups, countedAt, limit }
  })

  route(contract.listWholeDeletionLog, ({ scope, reply }) =>
    sendJsonList(reply, {
      name: 'deletions',
      parts: wholeDeletionLog(deletionLog, scope),
      tail: (total) => ({ total }),
    }),
  )

  route(contract.getDeletionLogStats, async ({ scope }) => {
    const [{ value, countedAt }, lastCleanup] = await Promise.all([totals(scope), jobs.lastRun('cleanup')])
    const { groups, images, bytes } = value
    return {
      countedAt,
      totalDeleted: groups,
      totalImages: images,
      totalSize: formatBytes(bytes),
      totalSizeBytes: bytes,
      lastCleanup,
    }
  })
}

const presentDeletion = ({ exhibitionId: _, reason, ...entry }: Entry): contract.DeletionLogEntry => ({
  ...snakeCased(entry),
  deletion_reason: reason,
})
