import { limits } from '#contract/limits.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Count, CountingRule } from '#server/ports/counters.ts'
import type { Deps } from '#server/ports/deps.ts'
import { clientAddress, countedAddress } from './access/client-address.ts'
import type { Exchange } from './route.ts'

const perHour = (name: string, limit: number): CountingRule => ({ name, limit, windowSeconds: 60 * 60 })

/** All requests to the management portal, by address (specification, Limits; D19). */
export const managementRule = ({ current }: Deps['settings']): CountingRule =>
  perHour('management', current.managementRateLimit)

/** Uploads on the public host, by address: those that were stored, and those that may still be (D56). */
export const uploadRule = ({ current }: Deps['settings']): CountingRule => perHour('upload', current.uploadRateLimit)

/** Uploads on the public host that were refused for what they are, by address (D56). */
export const refusedUploadRule = perHour('refused-upload', limits.refusedUploadsPerHour)

/** Submissions that were begun on the public host, by address: unfinished ones take space for a day (D66). */
export const submissionRule = perHour('submission', limits.submissionsPerHour)

/** The counters count no further than 2^31. */
export const uploadBytesUnit = 1_024

/** What uploads on the public host send, in KiB, by address (D58). */
export const uploadBytesRule = ({ current }: Deps['settings']): CountingRule =>
  perHour('upload-bytes', Math.ceil(current.uploadBytesPerHour / uploadBytesUnit))

/** Removal requests, by address (D70); those for a child on their own (D94). */
export const removalRequestRule = perHour('removal-request', limits.removalRequestsPerHour)
export const childRemovalRule = perHour('removal-request-child', limits.removalRequestsPerHour)

/** Wrong access codes, by exhibition and address: fewer where one person is behind it (D81). */
export const wrongAccessCodeRule = (isShared: boolean): CountingRule =>
  perHour('access-code', isShared ? limits.wrongAccessCodesPerHourShared : limits.wrongAccessCodesPerHour)

/** Codes of screens, by address (D77). */
export const pairingRule = perHour('pairing', limits.pairingsPerHour)

export const rateLimited = (message: string, retryAfter: number, limit: number): AppError =>
  new AppError('RATE_LIMITED', `${message}; try again in ${retryAfter} seconds`, { details: { limit, retryAfter } })

/**
 * Counts the request, or what it is `counted` as, for its client's address, or the `key` that represents it, and reports the
 * state of the limit in `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10). AppError RATE_LIMITED
 * with `Retry-After` beyond the limit.
 */
export async function limitRequests(
  { counters }: Pick<Deps, 'counters'>,
  rule: CountingRule,
  { request, reply, key, counted = 'requests' }: Exchange & { readonly key?: string; readonly counted?: string },
): Promise<Count> {
  const count = await counters.count(rule, key ?? countedAddress(clientAddress(request)))
  const { allowed, remaining, resetSeconds } = count
  reply.header('ratelimit-policy', `"${rule.name}";q=${rule.limit};w=${rule.windowSeconds}`)
  reply.header('ratelimit', `"${rule.name}";r=${remaining};t=${resetSeconds}`)
  if (allowed) return count
  throw rateLimited(`At most ${rule.limit} ${counted} an hour are allowed`, resetSeconds, rule.limit)
}
