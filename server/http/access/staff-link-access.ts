import type { FastifyRequest } from 'fastify'
import { digest } from '#server/domain/digest.ts'
import { AppError } from '#server/domain/errors.ts'
import { checkIsValid, type StaffLink, staffLinkInvalid } from '#server/domain/staff-link.ts'
import type { Deps } from '#server/ports/deps.ts'
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

/** What opens with a staff link: an upload page under a name. */
export interface StaffDoor extends Pick<StaffLink, 'id' | 'name'> {
  readonly secret: string
  /** Of its exhibition. */
  readonly slug: string
}

const leadsNowhere = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'STAFF_LINK_INVALID' || error.code === 'IP_BANNED')

/** The staff link of a request to `/s/:token`; undefined for an invalid link or a banned address. */
export async function openStaffDoor(
  deps: AccessDeps & Pick<Deps, 'exhibitions'>,
  request: FastifyRequest,
): Promise<StaffDoor | undefined> {
  // The audit log leaves out a parameter of this name.
  const { token: secret } = request.params as { token: string }
  const link = await checkStaffLink(deps, request, secret).catch((error) => {
    if (!leadsNowhere(error)) throw error
  })
  if (link === undefined) return undefined
  const { id, name, exhibitionId } = link
  if (deps.exhibitions.withId(exhibitionId) === undefined) await deps.exhibitions.refresh()
  const exhibition = deps.exhibitions.withId(exhibitionId)
  return exhibition && { id, name, secret, slug: exhibition.slug }
}
