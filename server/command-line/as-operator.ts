import type { Operator } from '#server/domain/caller.ts'
import { withResult } from '#server/http/admin-audit.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { AdminAuditEntry } from '#server/ports/logs/admin-audit.ts'

/** Anyone who can run commands on the machine may do what admins may. This is the only place that creates this actor. */
export const operator = {} as Operator

/**
 * Every change by a command has its entry in the log of admins, in its transaction (D51): `action` as the operation of the
 * same effect.
 */
export const audited = (
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { action, targetType, details }: Pick<AdminAuditEntry, 'action' | 'targetType' | 'details'>,
): Deps['database'] => ({
  ...database,
  transaction: (run) =>
    database.transaction(async (tx) => {
      const result = await run(tx)
      await tx.adminAudit.add({
        actorId: null,
        actorName: 'npm run admin',
        action,
        targetType,
        targetId: null,
        details: withResult(details, result),
        ipAddress: null,
        createdAt: clock.now().toISOString(),
      })
      return result
    }),
})
