import type { FastifyRequest } from 'fastify'
import type { AuditAction } from '#contract/logs/audit-log.ts'
import type { ManagedGroup } from '#server/domain/caller.ts'
import { clean, truncate } from '#server/domain/text/text.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { AuditLogEntry } from '#server/ports/logs/audit-log.ts'
import { clientAddress } from './access/client-address.ts'
import { sourceOf } from './access/request-host.ts'
import type { RequestAudit } from './request-audit.ts'
import { maskTokens } from './request-log.ts'

const maskedLength = 8
const headerLength = 500
const dataLength = 32_768

/** Without control characters and tokens. */
const kept = (text: string): string => maskTokens(truncate(clean(text), headerLength))

/** Empty when it is nested deeper than the stack: what was parsed cannot always be written again. */
function asJson(data: unknown): string {
  try {
    return JSON.stringify(data)
  } catch (error) {
    if (error instanceof RangeError) return ''
    throw error
  }
}

/** What was asked for: the fields of the body and of the path, without the token; not more than 32 KiB of it. */
function requestData({ params, body: parsed, auditData }: FastifyRequest): AuditLogEntry['requestData'] {
  const body = auditData ?? parsed
  const { token: _, ...fields }: Record<string, unknown> = { ...(params ?? {}) }
  const data = typeof body === 'object' && !Array.isArray(body) ? { ...fields, ...body } : { ...fields, body }
  const text = maskTokens(asJson(data))
  if (text === '{}') return null
  if (text === '') return { truncated: true }
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
 * One entry for each request that the token guard let through, whatever its answer is (D23): that of a change in the
 * transaction of the change, any other before the answer is sent. The guard itself writes those of the failed validations.
 */
export const managementAudit =
  (action: AuditAction | ((body: unknown) => AuditAction)) =>
  (deps: Deps): RequestAudit => {
    const entryOf = (request: FastifyRequest, failure?: string) => {
      const { managementToken: token, groupId } = request.caller as ManagedGroup
      const of = typeof action === 'string' ? action : action(request.body)
      return auditEntry(deps, request, { action: of, token, groupId, failure })
    }
    return {
      onChange: (tx, request) => tx.auditLog.add(entryOf(request)),

      async onAnswer(request, { statusCode }) {
        const failed = statusCode >= 400
        if (request.caller === undefined || (request.changeAudited && !failed)) return
        const entry = entryOf(request, failed ? (request.failure?.message ?? String(statusCode)) : undefined)
        // Nothing was changed, or the failure was rolled back: the answer does not change.
        await deps.database
          .transaction((tx) => tx.auditLog.add(entry))
          .catch((err) => deps.log.error({ err, action: entry.action }, 'an entry of the audit log was lost'))
      },
    }
  }
