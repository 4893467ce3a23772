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

/** Counts a failed validation over a sliding day; the 20th leads to a ban (specification, Limits; D18), or that of the `limit` (D56). */
export function countFailure(
  { address, failedAt: earlier }: FailedValidations,
  { now, limit = limits.failedTokensBeforeBan }: { readonly now: Date; readonly limit?: number },
): FailedValidations {
  const dayAgo = new Date(now.getTime() - dayMs).toISOString()
  const failedAt = [...earlier.filter((time) => time > dayAgo), now.toISOString()]
  const bannedUntil = failedAt.length >= limit ? new Date(now.getTime() + banMs).toISOString() : null
  return { address, failedAt, bannedUntil }
}

/** When the failures expire. */
export const expiryOf = ({ failedAt, bannedUntil }: FailedValidations): string =>
  bannedUntil ?? new Date(Date.parse(failedAt.at(-1) ?? '') + dayMs).toISOString()
