import type { Deps } from '#server/ports/deps.ts'

const dayMs = 24 * 60 * 60_000

/** Removes backups of the storage migration after MIGRATION_BACKUP_DAYS: they hold management tokens (D50). */
export async function purgeMigrationBackups({
  archive,
  clock,
  config,
  log,
}: Pick<Deps, 'archive' | 'clock' | 'config' | 'log'>): Promise<void> {
  const time = new Date(clock.now().getTime() - config.migrationBackupDays * dayMs)
  for (const file of await archive.removeBackups(time)) log.info({ file }, 'removed an old backup of groups.json')
}
