import type { Body } from '#contract/operation/operation.ts'
import * as contract from '#contract/staff-links.ts'
import { groupTexts } from '#contract/texts/group-texts.ts'
import type { Admin } from '#server/domain/caller.ts'
import { digest } from '#server/domain/digest.ts'
import { invalidBody, orThrow } from '#server/domain/errors.ts'
import { mainSlug } from '#server/domain/exhibition.ts'
import { newStaffSecret } from '#server/domain/names.ts'
import { type StaffLink, staffLinkNotFound } from '#server/domain/staff-link.ts'
import { idFrom } from '#server/domain/text/integer.ts'
import { nameFrom } from '#server/domain/text/text.ts'
import { toTimestamp } from '#server/domain/time/timestamp.ts'
import { siteUrl } from '#server/http/access/request-host.ts'
import type { Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import { knownExhibition } from '#server/settings/known-exhibition.ts'

export function staffLinkRoutes(route: Route): void {
  route(contract.listStaffLinks, async ({ deps }) => {
    const links = await deps.database.staffLinks.all()
    return { staffLinks: links.map((link) => presentStaffLink(deps, link)) }
  })

  route(contract.createStaffLink, async ({ deps, body, caller, request }) => {
    const { id, secret } = await createStaffLink(deps, caller, body)
    return { message: 'The link was made', id, url: `${siteUrl(request, deps.config)}/s/${secret}` }
  })

  route(contract.revokeStaffLink, async ({ deps, params, caller }) => {
    const link = await revokeStaffLink(deps, caller, idFrom(params.id))
    return { message: 'The link was revoked', staffLink: presentStaffLink(deps, link) }
  })
}

const presentStaffLink = (
  { exhibitions }: Pick<Deps, 'exhibitions'>,
  { id, name, exhibitionId, expiresAt, approvesAtOnce, revokedAt, createdAt, createdByName }: StaffLink,
): contract.StaffLink => ({
  id,
  name,
  exhibition: exhibitions.withId(exhibitionId) === undefined ? null : exhibitions.nameOf(exhibitionId),
  expiresAt,
  approvesAtOnce,
  revoked: revokedAt !== null,
  createdAt,
  createdBy: createdByName,
})

/** AppError INVALID_BODY. */
function expiryFrom(text: string, now: Date): string {
  const time = /(Z|[+-]\d\d:?\d\d)$/i.test(text) ? toTimestamp(text) : undefined
  if (time !== undefined && time > now.toISOString()) return time
  const rule = 'must be a future ISO 8601 time with its offset, such as 2030-05-01T08:00:00Z'
  throw invalidBody('expiresAt', `expiresAt ${rule}`)
}

/** Only the digest of the secret is stored (D91). AppError INVALID_BODY, TEXT_TOO_LONG, EXHIBITION_NOT_FOUND. */
async function createStaffLink(
  deps: Pick<Deps, 'database' | 'clock' | 'exhibitions'>,
  { id: createdById, username: createdByName }: Admin,
  { name: text, exhibition: slug, expiresAt, approvesAtOnce = false }: Body<typeof contract.createStaffLink>,
): Promise<{ id: number; secret: string }> {
  const name = nameFrom(text, groupTexts.name.maxLength)
  const now = deps.clock.now()
  const { id: exhibitionId } = await knownExhibition(deps, slug || mainSlug)
  const secret = newStaffSecret()
  const fields = { name, exhibitionId, approvesAtOnce, expiresAt: expiryFrom(expiresAt, now) }
  const made = { createdAt: now.toISOString(), createdById, createdByName }
  return deps.database.transaction(async (tx) => {
    const { id } = await tx.staffLinks.add({ ...fields, ...made, secretDigest: digest(secret) })
    return { id, secret }
  })
}

/** Idempotent. AppError STAFF_LINK_NOT_FOUND. */
function revokeStaffLink(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  _by: Admin,
  id: number,
): Promise<StaffLink> {
  return database.transaction(async (tx) => {
    const link = orThrow(await tx.staffLinks.lock(id), staffLinkNotFound)
    const now = clock.now().toISOString()
    await tx.staffLinks.revoke(now, link.id)
    return { ...link, revokedAt: link.revokedAt ?? now }
  })
}
