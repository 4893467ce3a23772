import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import type { Transaction } from '#server/ports/database.ts'

const dayMs = 24 * 60 * 60_000

/** Removes the entries of the management audit log that are older than 90 days (D23). Answers their number. */
export function purgeAuditLog({ clock }: Pick<Deps, 'clock'>, tx: Transaction): Promise<number> {
  const before = new Date(clock.now().getTime() - limits.auditLogDays * dayMs)
  return tx.auditLog.removeBefore(before.toISOString())
}
