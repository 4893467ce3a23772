import type { FastifyRequest } from 'fastify'
import { limits } from '#contract/limits.ts'
import type { ManagedGroup } from '#server/domain/caller.ts'
import { digest } from '#server/domain/digest.ts'
import { AppError } from '#server/domain/errors.ts'
import { countFailure, type FailedValidations, isBanned } from '#server/domain/failed-validations.ts'
import { groupNotFound } from '#server/domain/group.ts'
import { isInNetworks } from '#server/domain/hosts/hosts.ts'
import { isUuid4 } from '#server/domain/names.ts'
import { auditEntry } from '#server/http/management-audit.ts'
import { isReadablePart } from '#server/http/paths.ts'
import { limitRequests, managementRule } from '#server/http/rate-limits.ts'
import type { Guard } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import { clientAddress, countedAddress } from './client-address.ts'

export type AccessDeps = Pick<Deps, 'config' | 'settings' | 'clock' | 'log' | 'database' | 'counters'>

/** Looked up in place of something that is not a token: every wrong token takes the same path and time. */
const dummyToken = '00000000-0000-4000-8000-000000000000'

const banned = ({ bannedUntil }: FailedValidations, now: Date) =>
  new AppError('IP_BANNED', 'Too many wrong management links came from this address; it is banned for up to 24 hours', {
    details: { retryAfter: Math.ceil((Date.parse(bannedUntil ?? '') - now.getTime()) / 1000) },
  })

/**
 * A token that the router would refuse before any route sees it, because it is too long or no valid part of a URL,
 * becomes one that is merely wrong: it is answered and counted like all wrong ones (D18).
 */
export function withReadableToken(url: string, maxLength: number): string {
  const [start = '', token] = /^\/api\/manage\/([^/?#]+)/.exec(url) ?? []
  if (token === undefined || isReadablePart(token, maxLength)) return url
  return `/api/manage/${token.replace(/[^A-Za-z0-9-]/g, '').slice(0, 8)}~${url.slice(start.length)}`
}

export interface Client {
  /** As limits count it. */
  readonly address: string
  /** One of the people behind a network that many share: none of them must get the others banned (D56). */
  readonly isShared: boolean
}

export function clientOf(request: FastifyRequest, { sharedNetworks }: AccessDeps['config']): Client {
  const address = clientAddress(request)
  return { address: countedAddress(address), isShared: isInNetworks(address, sharedNetworks) }
}

/**
 * Checks a management request: ban, rate limit, token, in this order and before the body is read. This
 * is the only place that makes a ManagedGroup (D18). A token that once belonged to a group is no failure (D56).
 */
export function managementGuard(deps: AccessDeps): Guard<'token'> {
  const { config, database } = deps
  return async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { token } = request.params as { token: string }
    const client = clientOf(request, config)
    await refuseBanned(deps, client)
    const tokenDigest = digest(token)
    const key = client.isShared ? `${client.address} ${tokenDigest}` : client.address
    await limitRequests(deps, managementRule(deps.settings), { request, reply, key })
    const group = await database.groups.findByToken(isUuid4(token) ? token : dummyToken)
    if (group?.managementToken === token) return group as ManagedGroup
    if (!(await database.formerTokens.has(tokenDigest)))
      await recordFailure(deps, request, { client, token, error: groupNotFound() })
    throw groupNotFound()
  }
}

/** AppError IP_BANNED (D18). */
export async function refuseBanned({ database, clock }: AccessDeps, { address }: Client): Promise<void> {
  const failed = await database.failedValidations.find(address)
  const now = clock.now()
  if (failed && isBanned(failed, now)) throw banned(failed, now)
}

interface Failure {
  readonly client: Client
  /** Or the secret of a staff link. */
  readonly token: string
  readonly error: AppError
}

/** Counts and records the failure. AppError IP_BANNED when others of the same moment have led to a ban. */
export async function recordFailure(
  deps: AccessDeps,
  request: FastifyRequest,
  { client: { address, isShared }, token, error }: Failure,
): Promise<void> {
  const now = deps.clock.now()
  const entry = auditEntry(deps, request, {
    action: 'invalid_token',
    token,
    groupId: null,
    failure: error.message,
  })
  const failed = await deps.database.transaction(async (tx) => {
    const before = await tx.failedValidations.lock(address)
    if (isBanned(before, now)) throw banned(before, now)
    const limit = isShared ? limits.failedTokensBeforeBanShared : limits.failedTokensBeforeBan
    const after = countFailure(before, { now, limit })
    await tx.failedValidations.save(after)
    await tx.auditLog.add(entry)
    return after
  })
  if (failed.bannedUntil) deps.log.warn({ address, bannedUntil: failed.bannedUntil }, 'an address was banned')
}
