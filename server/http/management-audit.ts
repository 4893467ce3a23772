import type { FastifyRequest, RouteOptions } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { Group } from '#server/domain/group.ts'
import { clean, truncate } from '#server/domain/text.ts'
import type { AuditAction, AuditLogEntry } from '#server/ports/audit-log.ts'
import { sourceOf } from './client.ts'
import { clientAddress } from './client-address.ts'
import { maskTokens } from './request-log.ts'

const maskedLength = 8
const headerLength = 500
const dataLength = 32_768

/** Without control characters and tokens, whoever put them there. */
const kept = (text: string): string => maskTokens(truncate(clean(text), headerLength))

/** What was asked for: the fields of the body and of the path, without the token; not more than 32 KiB of it. */
function requestData({ params, body }: FastifyRequest): AuditLogEntry['requestData'] {
  const { token: _, ...fields } = (params ?? {}) as Record<string, unknown>
  const data = typeof body === 'object' && !Array.isArray(body) ? { ...fields, ...body } : { ...fields, body }
  const text = maskTokens(JSON.stringify(data))
  if (text === '{}') return null
  return text.length <= dataLength ? JSON.parse(text) : { truncated: true, length: text.length }
}

/** An entry of the audit log about a request (D23). */
export function auditEntry(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  request: FastifyRequest,
  what: { action: AuditAction; token: string; groupId: string | null; failure: string | undefined },
): AuditLogEntry {
  const source = sourceOf(request, config)
  const userAgent = request.headers['user-agent']
  return {
    groupId: what.groupId,
    action: what.action,
    success: what.failure === undefined,
    errorMessage: what.failure === undefined ? null : kept(what.failure),
    ipAddress: clientAddress(request) || null,
    userAgent: userAgent === undefined ? null : kept(userAgent),
    requestData: requestData(request),
    maskedToken: clean(what.token.slice(0, maskedLength)),
    sourceHost: kept(source.host) || null,
    sourceType: source.type,
    createdAt: clock.now().toISOString(),
  }
}

/**
 * Writes the entry of each request that the token guard let through, before its answer is sent, whatever the answer is
 * (D23). The guard itself writes those of the failed validations.
 */
export const audited = (
  deps: Pick<Deps, 'config' | 'clock' | 'storage' | 'log'>,
  action: AuditAction | ((body: unknown) => AuditAction),
): Pick<RouteOptions, 'onSend'> => ({
  async onSend(request, reply, payload) {
    const group = request.caller as Group | undefined
    if (group === undefined) return payload
    const failure = reply.statusCode < 400 ? undefined : (request.failure?.message ?? String(reply.statusCode))
    const entry = auditEntry(deps, request, {
      action: typeof action === 'string' ? action : action(request.body),
      token: group.managementToken,
      groupId: group.groupId,
      failure,
    })
    // What was done is done: the answer must not say otherwise.
    await deps.storage
      .transaction((tx) => tx.auditLog.add(entry))
      .catch((err) => deps.log.error({ err, action: entry.action }, 'an entry of the audit log was lost'))
    return payload
  },
})
