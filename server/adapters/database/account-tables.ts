import type { Generated } from 'kysely'
import type { FailedValidations } from '#server/domain/failed-validations.ts'
import type { Challenge } from '#server/ports/accounts/second-factors.ts'
import type { StoredSession } from '#server/ports/accounts/session-store.ts'
import type { NewUser } from '#server/ports/accounts/user-store.ts'
import type { AdminAuditEntry } from '#server/ports/logs/admin-audit.ts'
import type { Columns, Flag } from './columns.ts'

/** Accounts, their sessions and factors, what they did, and limits. */
export interface AccountTables {
  admin_users: Columns<NewUser> & {
    id: Generated<number>
    /** Lower case, for comparison. */
    username_key: string
    disabled: Generated<Flag>
  }
  sessions: Columns<Omit<StoredSession, 'idDigest'>> & {
    /** Digest of the session id: a stolen copy of the database opens no session. */
    sid_digest: string
  }
  /** What users with an account did (D51). */
  admin_audit_log: Columns<AdminAuditEntry> & {
    id: Generated<number>
    /** As names are compared. */
    actor_key: string
  }
  /** Authenticator apps and passkeys. */
  second_factors: {
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
  recovery_codes: {
    user_id: number
    code_digest: string
  }
  /** Logins that wait for their second factor, passkeys that are made. */
  auth_challenges: Columns<Omit<Challenge, 'digest'>> & {
    challenge_digest: string
  }
  /** The wrong management tokens of an address. */
  failed_validations: Columns<FailedValidations> & {
    /** Has no effect after this time. */
    expires_at: string
  }
}

/** The counters of `rate-limiter-flexible`, which makes the table. */
export interface RateLimitsTable {
  /** `<rule>:<key>` */
  key: string
  points: number
  /** Milliseconds since 1970. */
  expire: number | null
}
