import type { Operator } from '#server/domain/caller.ts'
import { withResult } from '#server/http/admin-audit.ts'
import type { Deps } from '#server/ports/deps.ts'

/** Anyone who can run commands on the machine may do what admins may. This is the only place that creates this actor. */
export const operator = {} as Operator

interface Entry {
  /** As the operation of the same effect. */
  readonly action: string
  readonly targetType: string | null
  /** Names and counts, no texts. */
  readonly details: Readonly<Record<string, unknown>> | null
}

/** Every change by a command has its entry in the log of admins, in its transaction (D51). */
export const audited = (
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { action, targetType, details }: Entry,
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
