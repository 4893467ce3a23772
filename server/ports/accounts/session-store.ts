import type { Account } from '#server/domain/accounts/user.ts'

/** The session id itself is never stored, so that a copy of the database opens no session (D27). */
export interface StoredSession {
  readonly idDigest: string
  readonly userId: number
  /** Digest of the password hash that opened the session: once the password is another, the session is none. */
  readonly credential: string
  readonly startedAt: string
  /** When the password was last entered in this session. */
  readonly confirmedAt: string
  readonly expiresAt: string
}

export interface SessionReads {
  /** The session with its user, expired or not. */
  find(idDigest: string): Promise<(StoredSession & { account: Account }) | undefined>
}

export interface SessionWrites extends SessionReads {
  add(session: StoredSession): Promise<void>
  extend(idDigest: string, expiresAt: string): Promise<void>
  confirm(idDigest: string, confirmedAt: string): Promise<void>
  remove(idDigest: string): Promise<void>
  /** All of a user but the one with the digest `except`. */
  removeOfUser(userId: number, except?: string): Promise<void>
  removeExpired(now: string): Promise<void>
  removeAll(): Promise<void>
  /** `time` in ISO 8601. */
  removeStartedBefore(time: string): Promise<void>
}
