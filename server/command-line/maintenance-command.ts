import type { Deps } from '#server/deps.ts'
import { purgeAuditLog } from '#server/jobs/purge-audit-log.ts'
import { UsageError } from './usage-error.ts'

const usage = `npm run maintenance -- purge-audit-log

Removes the entries of the management audit log that are older than 90 days, and those of the log of admins that are
older than ADMIN_AUDIT_RETENTION_DAYS, as the service does every day.`

/** Runs one command and returns what to print. UsageError for a command that is not understood. */
export async function runMaintenanceCommand(
  deps: Pick<Deps, 'database' | 'clock' | 'config'>,
  words: readonly string[],
): Promise<string> {
  const [command, ...more] = words
  if (command !== 'purge-audit-log') {
    throw new UsageError(command === undefined ? 'Which command?' : `There is no command ${command}`, usage)
  }
  if (more.length > 0) throw new UsageError(`${command} takes nothing else`, usage)
  const removed = await deps.database.transaction((tx) => purgeAuditLog(deps, tx))
  return `Removed ${removed} ${removed === 1 ? 'entry' : 'entries'} of the audit log.`
}
