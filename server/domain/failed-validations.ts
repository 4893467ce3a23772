import { limits } from '#contract/limits.ts'

/** The wrong management tokens of one address. Times are ISO 8601. */
export interface FailedValidations {
  /** As limits count it: an IPv4 address, or the /64 of an IPv6 address. */
  readonly address: string
  /** Those of the last 24 hours, oldest first. */
  readonly failedAt: readonly string[]
  readonly bannedUntil: string | null
}

const dayMs = 24 * 60 * 60_000
const banMs = limits.banHours * 60 * 60_000

export const isBanned = ({ bannedUntil }: Pick<FailedValidations, 'bannedUntil'>, now: Date): boolean =>
  bannedUntil !== null && bannedUntil > now.toISOString()

interface Failure {
  readonly now: Date
  /** How many of a day lead to a ban. */
  readonly limit?: number
}

/** Counts a failed validation over a sliding day; the 20th leads to a ban (specification, Limits; D18), or another one (D56). */
export function countFailure(
  { address, failedAt }: FailedValidations,
  { now, limit = limits.failedTokensBeforeBan }: Failure,
): FailedValidations {
  const dayAgo = new Date(now.getTime() - dayMs).toISOString()
  const failed = [...failedAt.filter((time) => time > dayAgo), now.toISOString()]
  const banned = failed.length >= limit
  return {
    address,
    failedAt: failed,
    bannedUntil: banned ? new Date(now.getTime() + banMs).toISOString() : null,
  }
}

/** When the failures expire. */
export const expiryOf = ({ failedAt, bannedUntil }: FailedValidations): string =>
  bannedUntil ?? new Date(Date.parse(failedAt.at(-1) ?? '') + dayMs).toISOString()
