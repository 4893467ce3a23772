import type { Decision } from '#contract/live-updates.ts'
import type { ContentChange } from '#server/ports/content-changes.ts'
import type { AdminAuditEntry } from '#server/ports/logs/admin-audit.ts'
import type { WithdrawalKind } from '#server/ports/withdrawals/withdrawals.ts'

/** More are not named: a message of PostgreSQL has at most 8,000 bytes. */
const maxNamed = 100

export interface TransactionEffects {
  readonly changed: ReadonlySet<string>
  readonly moved: ReadonlySet<number>
  queued: boolean
  withdrew: boolean
  /** Groups, images or accounts are gone for good. */
  deleted: boolean
  audited: AdminAuditEntry | undefined
}

/** What a transaction has done that matters after its commit; the rest is for its stores. */
export function transactionEffects() {
  const changed = new Set<string>()
  const moved = new Set<number>()
  const nothing = { queued: false, withdrew: false, deleted: false, audited: undefined }
  const effects: TransactionEffects = { changed, moved, ...nothing }
  return {
    effects,
    changed: (groupId: string) => changed.add(groupId),
    moved: (exhibitionId: number) => moved.add(exhibitionId),
    queued() {
      effects.queued = true
    },
    withdrew(kind: WithdrawalKind) {
      effects.deleted ||= kind.includes('_deleted')
      effects.withdrew ||= kind !== 'group_deleted_by_cleanup'
    },
    audited(entry: AdminAuditEntry) {
      effects.audited = entry
    },
  }
}

/** The change as subscribers receive it. */
export const changeOf = ({ changed, moved, audited }: TransactionEffects): ContentChange => ({
  groupIds: changed.size <= maxNamed ? [...changed] : [],
  by: audited?.actorName ?? null,
  decision: audited ? decisionOf(audited) : null,
  movedFrom: [...moved],
})

const bulkDecisions: Readonly<Record<string, Decision>> = {
  approve: 'approved',
  unapprove: 'unapproved',
  delete: 'deleted',
}

function decisionOf({ action, details }: AdminAuditEntry): Decision | null {
  if (action === 'delete_group') return 'deleted'
  if (action === 'approve_group') return details?.approved === false ? 'unapproved' : 'approved'
  return action === 'bulk_moderate' ? (bulkDecisions[String(details?.action)] ?? null) : null
}
