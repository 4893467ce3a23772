import { purgeAuditLog } from '#server/jobs/purge.ts'
import type { Deps } from '#server/ports/deps.ts'
import { UsageError } from './run-command.ts'

const usage = `npm run maintenance -- purge-audit-log

Removes entries older than 90 days from the management audit log, and entries older than ADMIN_AUDIT_RETENTION_DAYS
from the admins' log. The service does the same every day.`

type CommandDeps = Pick<Deps, 'database' | 'clock' | 'config'>

/** What the words ask for: it returns what to print. UsageError for an unknown command. */
export function maintenanceCommand(words: readonly string[]): (deps: CommandDeps) => Promise<string> {
  const [command, ...more] = words
  if (command !== 'purge-audit-log') {
    throw new UsageError(command === undefined ? 'No command given' : `Unknown command: ${command}`, usage)
  }
  if (more.length > 0) throw new UsageError(`${command} takes no arguments`, usage)
  return removeOldEntries
}

async function removeOldEntries(deps: CommandDeps): Promise<string> {
  const removed = await deps.database.transaction((tx) => purgeAuditLog(deps, tx))
  return `Removed ${removed} ${removed === 1 ? 'entry' : 'entries'} of the audit log.`
}
