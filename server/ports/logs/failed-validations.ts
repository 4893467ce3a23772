import type { FailedValidations } from '#server/domain/failed-validations.ts'

export interface FailedValidationReads {
  find(address: string): Promise<FailedValidations | undefined>
  /** The bans in force at `now`, the last to end first. */
  bans(now: string): Promise<FailedValidations[]>
}

export interface FailedValidationWrites extends FailedValidationReads {
  /** Reads the failures of the address, none at first, and keeps others from adding to them until the transaction ends. */
  lock(address: string): Promise<FailedValidations>
  save(failed: FailedValidations): Promise<void>
  /** Lifts a ban with it. */
  remove(address: string): Promise<void>
  /** Returns the number of addresses forgotten. */
  removeExpired(now: string): Promise<number>
}

export interface FormerTokenReads {
  /** Whether a token with this digest once belonged to a group. */
  has(tokenDigest: string): Promise<boolean>
}

/** Digests of management tokens whose groups are gone: their links are old, not guessed (D56). */
export interface FormerTokenWrites extends FormerTokenReads {
  /** Times are ISO 8601. */
  add(tokenDigest: string, endedAt: string): Promise<void>
  /** Returns the number of digests removed. */
  removeBefore(time: string): Promise<number>
}
