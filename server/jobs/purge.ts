import { limits } from '#contract/limits.ts'
import { oldestUndo } from '#server/features/moderation/moderation-step.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Removes the entries of the management audit log that are older than 90 days (D23), and those of the log of admins that
 * are older than its retention (D51), old digests of management tokens (D56), and who asked for a removal that was
 * decided 30 days ago (D70). Returns the number of entries.
 */
export async function purgeAuditLog(
  { clock, config }: Pick<Deps, 'clock'> & { readonly config: Pick<Deps['config'], 'adminAuditDays'> },
  tx: Transaction,
): Promise<number> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs).toISOString()
  await tx.formerTokens.removeBefore(daysAgo(limits.formerTokenDays))
  await tx.removalRequests.forgetPersons(daysAgo(limits.removalContactDays))
  const managed = await tx.auditLog.removeBefore(daysAgo(limits.auditLogDays))
  return managed + (await tx.adminAudit.removeBefore(daysAgo(config.adminAuditDays)))
}

/** Removes what no limit and no undo needs any more: expired windows, failed validations and bans, old steps of the moderation. */
export async function purgeCounters(deps: Pick<Deps, 'counters' | 'database' | 'clock'>): Promise<void> {
  const { counters, database, clock } = deps
  await counters.removeExpired()
  await database.transaction((tx) => tx.failedValidations.removeExpired(clock.now().toISOString()))
  // A step of a moderator does not do so: it would wait, with its group locked, for another one that does.
  await database.transaction((tx) => tx.moderationUndo.purge(oldestUndo({ clock })))
}

/** Removes backups of the storage migration after MIGRATION_BACKUP_DAYS: they hold management tokens (D50). */
export async function purgeMigrationBackups(deps: Pick<Deps, 'archive' | 'clock' | 'config' | 'log'>): Promise<void> {
  const { archive, clock, config, log } = deps
  const time = new Date(clock.now().getTime() - config.migrationBackupDays * dayMs)
  for (const file of await archive.removeBackups(time)) log.info({ file }, 'removed an old backup of groups.json')
}
