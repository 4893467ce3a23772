import type { AdminUser } from '#contract/accounts/auth.ts'
import { limits } from '#contract/limits.ts'
import type { Role } from '#contract/operation/access.ts'
import type { SecondFactorRule } from '#contract/settings/setting-limits.ts'
import { digest } from '#server/domain/digest.ts'
import { AppError } from '#server/domain/errors.ts'
import { clean, lengthOf } from '#server/domain/text/text.ts'

/** `exhibitionIds`: the exhibitions whose groups the account sees; null: all of them, as admins do (D84). */
export type User = Readonly<AdminUser>

/** A user with the password hash, which never leaves the server. */
export interface Account {
  readonly user: User
  readonly passwordHash: string
  /** A disabled account keeps its name and its log entries, but cannot log in (D52). */
  readonly disabled: boolean
  /** Of an account that logs in: its second factor was checked, too. */
  readonly hasUsedFactor?: true
}

/** Changes with the password, which ends what was started with the old one. */
export const credentialOf = (passwordHash: string): string => digest(passwordHash)

/** Names that differ only in case are one name (D25). */
export const usernameKey = (username: string): string => clean(username).normalize('NFC').toLowerCase()

/** The name as it is stored. AppError INVALID_BODY unless it has 1 to 64 characters (D25). */
export function newUsername(username: string): string {
  const name = clean(username).normalize('NFC').replaceAll('\n', ' ')
  const length = lengthOf(name)
  if (length >= 1 && length <= limits.username) return name
  throw new AppError('INVALID_BODY', `username has ${length} characters; it must have 1 to ${limits.username}`, {
    details: { field: 'username', length, limit: limits.username },
  })
}

/** Shorter names are part of too many good passwords. */
const shortestTellingName = 3

/** AppError INVALID_PASSWORD unless the password has 8 to 256 characters (D25), WEAK_PASSWORD when it is the user's name (D53). */
export function checkNewPassword(password: string, username: string): void {
  const length = lengthOf(password)
  if (length < limits.passwordMin || length > limits.passwordMax) {
    const [min, max] = [limits.passwordMin, limits.passwordMax]
    const message = `The password has ${length} characters; it must have ${min} to ${max}`
    throw new AppError('INVALID_PASSWORD', message, { details: { length, min, max } })
  }
  const name = usernameKey(username)
  if (lengthOf(name) >= shortestTellingName && usernameKey(password) === name) {
    throw new AppError('WEAK_PASSWORD', 'The password is the user name; choose another one')
  }
}

/** Whether accounts of the role must have a second factor (D53). */
export const needsSecondFactor = (rule: SecondFactorRule, role: Role): boolean =>
  rule === 'all' || (rule === 'admins' && role === 'admin')
