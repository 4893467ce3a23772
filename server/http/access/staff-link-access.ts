import type { FastifyRequest } from 'fastify'
import { digest } from '#server/domain/digest.ts'
import { checkIsValid, type StaffLink, staffLinkInvalid } from '#server/domain/staff-link.ts'
import { type AccessDeps, clientOf, recordFailure, refuseBanned } from './management-access.ts'

/**
 * The link with this secret. A wrong one is a failed validation, as a wrong management token is (D18, D91); one that has
 * expired or was revoked is none. AppError STAFF_LINK_INVALID, IP_BANNED.
 */
export async function checkStaffLink(deps: AccessDeps, request: FastifyRequest, secret: string): Promise<StaffLink> {
  const client = clientOf(request, deps.config)
  await refuseBanned(deps, client)
  // Found by its digest: how long that takes says nothing about the secret.
  const link = await deps.database.staffLinks.findBySecret(digest(secret))
  if (link === undefined) {
    // The body has the secret, and a mistyped one is a character away from a right one.
    request.auditData = {}
    await recordFailure(deps, request, { client, token: secret, error: staffLinkInvalid() })
  }
  return checkIsValid(link, deps.clock.now())
}
