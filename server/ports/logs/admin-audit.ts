import type * as contract from '#contract/logs/admin-audit.ts'
import type { CamelCased } from '#server/domain/text/snake-case.ts'

type Presented = CamelCased<Omit<contract.AdminAuditEntry, 'id' | 'target_name' | 'details'>>

/** One thing that a user with an account did, or tried (D51). */
export interface AdminAuditEntry extends Readonly<Presented> {
  /** Fields and counts; no texts of visitors. */
  readonly details: Readonly<Record<string, unknown>> | null
}

export interface AdminAuditFilter {
  /** Without regard to case. */
  readonly actor?: string | undefined
  readonly action?: string | undefined
  /** Part of a name, of the id of a target or of an address. */
  readonly search?: string | undefined
  /** Made then or later, ISO 8601. */
  readonly since?: string | undefined
  /** Made before, ISO 8601. */
  readonly until?: string | undefined
  /** Only entries with a smaller id. */
  readonly before?: number | undefined
}

export interface AdminAuditPage {
  readonly entries: readonly (AdminAuditEntry & { readonly id: number })[]
  /** `before` of the next page; null on the last. */
  readonly next: number | null
}

/** A page of a search reads at most this many entries, so that its duration does not depend on the length of the log. */
export const searchedEntries = 40_000

export interface AdminAuditReads {
  /** Newest first. A page of a search may have fewer entries than `limit`, or none, and not be the last. */
  list(filter: AdminAuditFilter, limit: number): Promise<AdminAuditPage>
  /** Names in the order of the alphabet, without those of which there are failed logins alone. */
  actors(): Promise<string[]>
}

/** Entries are added and, when they are old, removed; never changed. */
export interface AdminAuditWrites extends AdminAuditReads {
  add(entry: AdminAuditEntry): Promise<void>
  /** Removes the entries made before `time`, ISO 8601. Returns their number. */
  removeBefore(time: string): Promise<number>
}
