import type * as contract from '#contract/logs/deletion-log.ts'
import type { GroupScope } from '#server/domain/group-scope.ts'
import type { CamelCased } from '#server/domain/text/snake-case.ts'

export type DeletionReason = contract.DeletionLogEntry['deletion_reason']

type Presented = CamelCased<Omit<contract.DeletionLogEntry, 'id' | 'deletion_reason'>>

/** A deleted group, without personal data (specification, Deletion-log entry). */
export interface DeletionLogEntry extends Readonly<Presented> {
  /** That it belonged to (D84). */
  readonly exhibitionId: number
  readonly reason: DeletionReason
}

/** Newest first. */
export interface DeletionLogReads {
  /** Those before the entry `before`. */
  latest(scope: GroupScope, limit?: number, before?: number): Promise<(DeletionLogEntry & { id: number })[]>
  totals(scope: GroupScope): Promise<{ groups: number; images: number; bytes: number }>
  lastId(): Promise<number>
}

export interface DeletionLogWrites extends DeletionLogReads {
  add(entry: DeletionLogEntry): Promise<void>
}
