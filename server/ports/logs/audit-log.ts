import type * as contract from '#contract/logs/audit-log.ts'
import type { GroupScope } from '#server/domain/group-scope.ts'
import type { CamelCased } from '#server/domain/text/snake-case.ts'

type Presented = CamelCased<Omit<contract.AuditLogEntry, 'id' | 'management_token' | 'request_data'>>

/** One request to the management portal (D23). */
export interface AuditLogEntry extends Readonly<Presented> {
  /** Without file contents and without the token. */
  readonly requestData: Readonly<Record<string, unknown>> | null
  /** The first 8 characters. */
  readonly maskedToken: string | null
}

export interface AuditTotals {
  readonly entries: number
  readonly byAction: Readonly<Record<string, number>>
  /** ISO 8601; null for an empty log. */
  readonly lastAt: string | null
}

/** Newest first. An entry that names no group is of no exhibition: only who sees all sees it. */
export interface AuditLogReads {
  latest(scope: GroupScope, limit: number): Promise<(AuditLogEntry & { id: number })[]>
  ofGroup(groupId: string, scope: GroupScope): Promise<(AuditLogEntry & { id: number })[]>
  count(scope: GroupScope): Promise<number>
  totals(scope: GroupScope): Promise<AuditTotals>
  lastId(): Promise<number>
  /** Which addresses have used the links of which groups since `time`, ISO 8601; each pair once. */
  usedLinks(scope: GroupScope, time: string): Promise<{ readonly address: string; readonly groupId: string }[]>
}

export interface AuditLogWrites extends AuditLogReads {
  /** Texts of a group that is gone are left out (D48). */
  add(entry: AuditLogEntry): Promise<void>
  /** Removes the texts from all entries of a group; the names of the fields stay (D48). */
  removeTexts(groupId: string): Promise<void>
  /** Removes the entries made before `time`, ISO 8601. Returns their number. */
  removeBefore(time: string): Promise<number>
}
