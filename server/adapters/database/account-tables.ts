import type { Generated } from 'kysely'
import type { Role } from '#contract/operation/access.ts'
import type { Challenge } from '#server/ports/accounts/second-factors.ts'
import type { Flag } from './flag.ts'

/* Accounts, their sessions and factors, and what they did. */

export interface AdminUsersTable {
  id: Generated<number>
  username: string
  /** Lower case, for comparison. */
  username_key: string
  password_hash: string
  role: Role
  requires_password_change: Flag
  disabled: Generated<Flag>
  created_at: string
}

export interface SessionsTable {
  /** Digest of the session id: a stolen copy of the database opens no session. */
  sid_digest: string
  user_id: number
  /** Digest of the password hash that opened it. */
  credential: string
  started_at: string
  /** When the password was last entered. */
  confirmed_at: string
  expires_at: string
}

/** What users with an account did (D51). */
export interface AdminAuditLogTable {
  id: Generated<number>
  actor_id: number | null
  actor_name: string
  /** As names are compared. */
  actor_key: string
  action: string
  target_type: string | null
  target_id: string | null
  details: string | null
  ip_address: string | null
  created_at: string
}

/** Authenticator apps and passkeys. */
export interface SecondFactorsTable {
  id: Generated<number>
  user_id: number
  /** `totp` or `passkey`. */
  type: string
  name: string
  confirmed: Flag
  sealed_secret: string | null
  /** Of the last code that was taken. */
  last_step: number
  credential_id: string | null
  public_key: string | null
  counter: number
  transports: string
  created_at: string
  last_used_at: string | null
}

export interface RecoveryCodesTable {
  user_id: number
  code_digest: string
}

/** Logins that wait for their second factor, passkeys that are made. */
export interface AuthChallengesTable {
  challenge_digest: string
  purpose: Challenge['purpose']
  user_id: number
  credential: string
  expires_at: string
}
