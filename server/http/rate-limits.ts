import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { CountingRule } from '#server/ports/counters.ts'
import { clientAddress, countedAddress } from './client-address.ts'

const hour = 60 * 60

/** All requests to the management portal, by address (specification, Limits; D19). */
export const managementRule = ({ limits }: Config): CountingRule => ({
  name: 'management',
  limit: limits.managementPerHour,
  windowSeconds: hour,
})

/** Uploads on the public host, by address. */
export const uploadRule = ({ limits }: Config): CountingRule => ({
  name: 'upload',
  limit: limits.uploadsPerHour,
  windowSeconds: hour,
})

/**
 * Counts the request for its client's address and tells the client how it stands by `RateLimit` and `RateLimit-Policy`
 * (draft-ietf-httpapi-ratelimit-headers-10). AppError RATE_LIMITED with `Retry-After` beyond the limit.
 */
export async function limitRequests(
  { counters }: Pick<Deps, 'counters'>,
  rule: CountingRule,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const { allowed, remaining, resetSeconds } = await counters.count(rule, countedAddress(clientAddress(request)))
  reply.header('ratelimit-policy', `"${rule.name}";q=${rule.limit};w=${rule.windowSeconds}`)
  reply.header('ratelimit', `"${rule.name}";r=${remaining};t=${resetSeconds}`)
  if (allowed) return
  throw new AppError(
    'RATE_LIMITED',
    `At most ${rule.limit} requests an hour are allowed; try again in ${resetSeconds} seconds`,
    { details: { limit: rule.limit, retryAfter: resetSeconds } },
  )
}
