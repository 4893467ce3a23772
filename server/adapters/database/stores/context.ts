import type { Kysely } from 'kysely'
import type { Engine } from '#server/adapters/database/engine.ts'
import type { Tables } from '#server/adapters/database/tables.ts'
import type { AdminAuditEntry } from '#server/ports/logs/admin-audit.ts'
import type { WithdrawalKind } from '#server/ports/withdrawals/withdrawals.ts'

/** What a store works with: the connection or transaction, and where to note what is to follow. */
export interface StoreContext {
  readonly db: Kysely<Tables>
  readonly engine: Engine
  readonly changed: (groupId: string) => unknown
  /** A notification was added. */
  readonly queued: () => void
  /** A withdrawal was added. */
  readonly withdrew: (kind: WithdrawalKind) => void
  /** A member of the team makes the change. */
  readonly audited: (entry: AdminAuditEntry) => void
}

/** Engines limit the parameters of a statement; a longer list is asked for in parts. */
export function* inChunks<T>(items: readonly T[], size = 500): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
