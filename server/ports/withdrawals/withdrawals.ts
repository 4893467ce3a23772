/**
 * What a restored backup must not undo, and what lifts it again. `approval_withdrawn` is also one that an owner's change
 * has reset, `approval_restored` the undo of a moderator's; `exhibition_ended` takes a group out of public view until
 * `exhibition_resumed`, and with `group_moved` they say in which exhibition it is; `brought_back` says that an admin
 * wanted a group back. `begun` is the first entry of every ledger.
 */
export const withdrawalKinds = [
  'begun',
  'workshop_consent_revoked',
  'workshop_consent_restored',
  'platform_consent_revoked',
  'platform_consent_restored',
  'approval_withdrawn',
  'approval_restored',
  'image_hidden',
  'image_shown',
  'image_redacted',
  'image_deleted',
  'group_deleted_by_owner',
  'group_deleted_by_admin',
  'group_deleted_by_cleanup',
  'group_deleted_with_exhibition',
  'exhibition_ended',
  'exhibition_resumed',
  'group_moved',
  'link_renewed',
  'brought_back',
  'password_changed',
  'second_factor_changed',
  'role_changed',
  'account_disabled',
  'account_deleted',
] as const
export type WithdrawalKind = (typeof withdrawalKinds)[number]

/** Ids and a kind, nothing personal (D49). */
export interface NewWithdrawal {
  readonly kind: WithdrawalKind
  readonly groupId?: string
  readonly imageId?: number
  readonly platformId?: number
  readonly userId?: number
  /** The one that the group is in from then on. */
  readonly exhibitionId?: number
}

export interface Withdrawal extends NewWithdrawal {
  /** A UUID: an entry that is written twice counts once. */
  readonly id: string
  /** ISO 8601. */
  readonly at: string
}

export interface WithdrawalReads {
  /** In the order in which they were added. */
  all(): Promise<Withdrawal[]>
  /** Those that the ledger may lack, oldest first. */
  pending(limit: number): Promise<Withdrawal[]>
  pendingCount(): Promise<number>
}

export interface WithdrawalWrites extends WithdrawalReads {
  /** In the transaction of the change: no change without its entry. */
  add(withdrawal: NewWithdrawal): Promise<void>
  /** Stores the entries of a ledger that are not stored yet. */
  adopt(withdrawals: readonly Withdrawal[]): Promise<void>
  /** The ledger has them. */
  markWritten(ids: readonly string[]): Promise<void>
  /** The ledger has lost them. */
  markPending(ids: readonly string[]): Promise<void>
}

export interface LedgerContent {
  /** Of the last entry. */
  readonly ledgerId: string
  /** In the order in which they were written, each once. */
  readonly entries: readonly Withdrawal[]
  /** Lines that are no entry: something is lost. Not the line that a crash cut off, which is written again. */
  readonly damagedLines: number
}

/** The withdrawals beside the database, so that a restored database can apply them: a file, or objects of a bucket (D49). */
export interface WithdrawalLedger extends AsyncDisposable {
  /** Adds entries durably. */
  append(ledgerId: string, entries: readonly Withdrawal[]): Promise<void>
  /** The entries of one installation, of any without an id; undefined when there is no ledger. */
  read(ledgerId?: string): Promise<LedgerContent | undefined>
  /** Merges what was written in many small parts before a time. Returns how many parts were merged. */
  compact(before: Date): Promise<number>
}
