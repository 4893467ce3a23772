import { dailyAt } from '#server/domain/time/daily.ts'
import { notify } from '#server/groups/notify.ts'
import type { Deps } from '#server/ports/deps.ts'
import { withLease } from './with-lease.ts'

const hourMs = 60 * 60_000
const overdueMs = 48 * hourMs

type BackupDeps = Pick<Deps, 'backups' | 'settings' | 'database' | 'clock' | 'log'>

/**
 * Makes a backup when one is due or was asked for (D88). The wish is in the database until the backup has ended, so whoever
 * starts after a crash makes it. After a failure the schedule tries again every hour.
 */
export function createBackupJob(deps: BackupDeps, { owner, signal }: { owner: string; signal: AbortSignal }) {
  const { backups, database } = deps
  let served = ''
  return async () => {
    served = await requestDue(deps, served)
    if ((await database.serviceState.get('backup_requested')) === undefined) return
    await withLease(deps, { job: 'backup', owner }, async () => {
      const wish = await database.serviceState.get('backup_requested')
      if (wish === undefined) return
      const failure = await backups.make(signal)
      if (!signal.aborted) await end(deps, { wish, failure })
    })
  }
}

/** Returns the due time that needs no second look. */
async function requestDue({ settings, database, clock }: BackupDeps, served: string): Promise<string> {
  const { backupSchedule, backupTime } = settings.current
  if (backupSchedule !== 'daily') return ''
  const now = clock.now()
  const due = dailyAt(backupTime).latest(now).toISOString()
  const failedAt = failureOf(await database.serviceState.get('backup_failure'))?.at
  const isRetry = failedAt !== undefined && Date.parse(failedAt) + hourMs <= now.getTime()
  if (due === served && !isRetry) return due
  await database.transaction(async (tx) => {
    const wish = await tx.serviceState.lock('backup_requested')
    const isDue = (await tx.jobs.lastServed('backup', due)) < due
    if (isDue) await tx.jobs.recordServed('backup', due)
    if (wish === undefined && (isDue || isRetry)) await tx.serviceState.set('backup_requested', isDue ? 'due' : 'retry')
  })
  return due
}

const failureOf = (stored: string | undefined): { readonly at: string; readonly reason: string } | undefined =>
  stored === undefined ? undefined : JSON.parse(stored)

interface Ended {
  readonly wish: string
  readonly failure: string | undefined
}

async function end(deps: BackupDeps, { wish, failure: reason }: Ended): Promise<void> {
  const at = deps.clock.now().toISOString()
  await deps.database.transaction(async (tx) => {
    // Another process has taken over from this one, which hung.
    if ((await tx.serviceState.lock('backup_requested')) !== wish) return
    await tx.serviceState.set('backup_requested', '')
    await tx.serviceState.set('backup_failure', reason === undefined ? '' : JSON.stringify({ at, reason }))
    if (reason === undefined) return tx.jobs.recordRun('backup', at)
    // The team knows of it since the first attempt.
    if (wish !== 'retry') await notify(deps, tx, { kind: 'backup_failed', groupId: null, payload: { reason } })
  })
  if (reason === undefined) deps.log.info('a backup was made')
  else deps.log.error({ reason }, 'a backup failed')
}

/** Tells the team once when daily backups are on and none has succeeded for two days, whatever the reason. */
export async function reportMissingBackups(deps: BackupDeps): Promise<void> {
  const { settings, database, clock } = deps
  if (settings.current.backupSchedule !== 'daily') return
  const last = await database.jobs.lastRun('backup')
  const since = [last ?? '', settings.stored.changedAt.backupSchedule ?? ''].toSorted().at(-1) ?? ''
  if (clock.now().getTime() - Date.parse(since) < overdueMs) return
  if ((await database.serviceState.get('backup_reported')) === since) return
  await database.transaction(async (tx) => {
    if ((await tx.serviceState.lock('backup_reported')) === since) return
    await tx.serviceState.set('backup_reported', since)
    await notify(deps, tx, { kind: 'backup_missing', groupId: null, payload: { lastAt: last } })
  })
}
