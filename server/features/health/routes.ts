import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/health.ts'
import type { Config } from '#server/config/config.ts'
import { sameText } from '#server/domain/digest.ts'
import { AppError } from '#server/domain/errors.ts'
import { cachedGroupCount } from '#server/groups/cached-count.ts'
import { sourceOf } from '#server/http/access/request-host.ts'
import { isFromThisMachine } from '#server/http/access/this-machine.ts'
import type { Draining } from '#server/http/draining.ts'
import type { Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { MetricFamily } from '#server/ports/metrics.ts'
import type { Backlog } from '#server/ports/overview-reads.ts'

interface Process {
  readonly draining: Draining
  readonly version: string
}

export function healthRoutes(deps: Deps, route: Route, { draining, version }: Process): void {
  const { config, database, files, metrics } = deps
  const readMetrics = createServiceMetrics(deps, version)

  route(contract.health, async ({ reply }) => {
    reply.header('cache-control', 'no-store')
    try {
      await Promise.all([database.health(), files.health()])
    } catch (cause) {
      throw new AppError('TEMPORARILY_UNAVAILABLE', 'The database or the files cannot be reached', { cause })
    }
    return { status: 'ok' as const }
  })

  // Does not check the database: when it is down for all replicas, taking all of them out of service would not help.
  route(contract.ready, async ({ reply }) => {
    reply.header('cache-control', 'no-store')
    if (draining.begun)
      throw new AppError('TEMPORARILY_UNAVAILABLE', 'This replica is about to stop', { isRoutine: true })
    try {
      await files.ready()
    } catch (cause) {
      throw new AppError('TEMPORARILY_UNAVAILABLE', 'This replica cannot take uploads right now', { cause })
    }
    return { status: 'ready' as const }
  })

  // PUBLIC_HOST never serves the metrics, not even where the hosts are not restricted.
  route(contract.getMetrics, async ({ caller, scope, request, reply }) => {
    if (sourceOf(request, config).type === 'public') {
      throw new AppError('HOST_BLOCKED', 'This host does not serve this path')
    }
    // They are of all groups, so an account of some exhibitions counts as none (D84).
    const isAllowed = caller === undefined ? isFromThisMachine(request, config) : scope === 'all'
    if (!isAllowed && !hasMetricsToken(request, config)) {
      throw new AppError('SESSION_REQUIRED', 'Log in, or send METRICS_TOKEN as Authorization: Bearer')
    }
    reply.header('cache-control', 'no-store').type(metrics.contentType)
    return reply.send(await metrics.write(await readMetrics()))
  })
}

/** Whether the request names METRICS_TOKEN, as Prometheus does with `authorization`. */
function hasMetricsToken({ headers }: FastifyRequest, { secrets }: Pick<Config, 'secrets'>): boolean {
  const sent = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  return secrets.metricsToken !== undefined && sent !== undefined && sameText(sent, secrets.metricsToken)
}

interface Totals {
  readonly groups: { readonly pending: number; readonly approved: number }
  readonly images: number
  readonly bytes: number
}
type MetricsDeps = Pick<Deps, 'database' | 'clock' | 'previewer' | 'log'>

/** Monitoring reads the metrics all day, so a slow count is repeated after this many times its duration. */
const share = 1_000

const gauge = (name: string, help: string, value: number): MetricFamily => ({
  name: `werkschau_${name}`,
  help,
  type: 'gauge',
  values: [{ value }],
})
const seconds = (time: string | null) => (time === null ? 0 : Date.parse(time) / 1_000)

function backlogMetrics(backlog: Backlog, now: Date): MetricFamily[] {
  const { fileRemovals, notifications, oldestNotification, bans } = backlog
  const age = oldestNotification === null ? 0 : now.getTime() / 1_000 - seconds(oldestNotification)
  return [
    gauge('file_removals_pending', 'Files that are due to be removed.', fileRemovals),
    gauge('notifications_pending', 'Notifications that are not delivered yet.', notifications),
    gauge('notifications_oldest_seconds', 'Age of the oldest one of them, 0 without any.', age),
    gauge('bans', 'Addresses that are banned after wrong management links.', bans),
  ]
}

/** Absent before the first backup: installations that use other tools monitor those. */
const backupMetrics = (lastBackup: string | null): MetricFamily[] =>
  lastBackup === null
    ? []
    : [gauge('backup_last_success_timestamp_seconds', 'When npm run backup last made one.', seconds(lastBackup))]

const groupMetrics = ({ pending, approved }: Totals['groups']): MetricFamily => ({
  name: 'werkschau_groups',
  help: 'Groups by state. Counted less often when there are many.',
  type: 'gauge',
  values: [
    { labels: { state: 'pending' }, value: pending },
    { labels: { state: 'approved' }, value: approved },
  ],
})

async function databaseMetrics(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  readTotals: () => Promise<Totals>,
): Promise<MetricFamily[]> {
  const now = clock.now()
  const [backlog, lastCleanup, lastBackup, withdrawals, { groups, images, bytes }] = await Promise.all([
    database.overview.backlog(now.toISOString()),
    database.jobs.lastRun('cleanup'),
    database.jobs.lastRun('backup'),
    database.withdrawals.pendingCount(),
    readTotals(),
  ])
  return [
    ...backlogMetrics(backlog, now),
    gauge('cleanup_last_run_timestamp_seconds', 'When the cleanup last ran, 0 before.', seconds(lastCleanup)),
    ...backupMetrics(lastBackup),
    gauge('withdrawals_pending', 'Withdrawals that the ledger lacks.', withdrawals),
    groupMetrics(groups),
    gauge('images', 'Images of all groups.', images),
    gauge('image_bytes', 'Bytes of the originals of all groups.', bytes),
  ]
}

/**
 * What the monitoring reads besides this process's counters: its state, and what the database says now. Without the
 * database the rest is still reported.
 */
function createServiceMetrics({ database, clock, previewer, log }: MetricsDeps, version: string) {
  const totals = cachedGroupCount<Totals>(
    { database, clock },
    {
      name: 'metrics',
      share,
      async count() {
        const [groups, { images, bytes }] = await Promise.all([
          database.moderation.countByState('all'),
          database.overview.stored('all'),
        ])
        return { groups, images, bytes }
      },
    },
  )
  const readTotals = async () => (await totals()).value

  return async (): Promise<MetricFamily[]> => {
    const stored = await databaseMetrics({ database, clock }, readTotals).catch((err) => {
      log.warn({ err }, 'the metrics lack what the database knows')
      return undefined
    })
    return [
      { ...gauge('info', 'The release that runs.', 1), values: [{ labels: { version }, value: 1 }] },
      gauge('database_up', 'Whether the database answered.', stored ? 1 : 0),
      gauge('previews_pending', 'Previews that wait or are being made.', previewer.pending),
      ...(stored ?? []),
    ]
  }
}
