import { Readable } from 'node:stream'
import * as contract from '#contract/consents.ts'
import type { Body, Query } from '#contract/operation/operation.ts'
import type { AdminGroupSummary, ConsentView } from '#contract/shapes.ts'
import type { ModeratedGroup } from '#server/domain/caller.ts'
import { platformWithId } from '#server/domain/consents/consent.ts'
import { consentOrigin } from '#server/domain/consents/consent-origin.ts'
import { AppError } from '#server/domain/errors.ts'
import type { GroupScope } from '#server/domain/group-scope.ts'
import { siteOf } from '#server/domain/settings/site.ts'
import { applyConsentChange } from '#server/groups/apply-consent-change.ts'
import { findGroup, lockGroup } from '#server/groups/change-group.ts'
import { exportCsv, exportedConsents, exportName } from '#server/groups/export-consents.ts'
import { presentAdminSummary } from '#server/groups/presentation/present-admin-group.ts'
import { presentPlatform } from '#server/groups/presentation/present-group.ts'
import { proofLanguage, proofPage } from '#server/groups/presentation/proof-page.ts'
import { proveConsents } from '#server/groups/prove-consents.ts'
import { walkGroups } from '#server/groups/walk-groups.ts'
import { sendJsonList } from '#server/http/json-list.ts'
import type { Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { ConsentHistoryEntry, GroupFilter } from '#server/ports/moderation-reads.ts'

async function view(deps: Deps, target: ModeratedGroup): Promise<ConsentView> {
  const { groupId, displayInWorkshop: workshopConsent, consentTimestamp } = await findGroup(deps, target)
  const socialMediaConsents = await deps.database.consents.ofGroup(groupId)
  return { groupId, workshopConsent, consentTimestamp, socialMediaConsents }
}

/** On the page to print. */
function printedSite({ config: { server }, settings }: Pick<Deps, 'config' | 'settings'>) {
  const { name, logo } = siteOf(settings.current)
  return { name, logo: logo && server.basePath + logo }
}

export function consentRoutes(route: Route): void {
  groupConsentRoutes(route)
  consentListRoutes(route)
}

function groupConsentRoutes(route: Route): void {
  route(contract.listAllPlatforms, async ({ deps: { database } }) =>
    (await database.platforms.all()).map(presentPlatform),
  )

  route(contract.getGroupConsents, ({ deps, params: { groupId }, caller: moderator }) =>
    view(deps, { groupId, moderator }),
  )

  route(contract.setGroupConsents, async ({ deps, params: { groupId }, body, caller: moderator }) => {
    const target = { groupId, moderator }
    await setGroupConsents(deps, target, body)
    return { message: 'The consents were changed', ...(await view(deps, target)) }
  })

  route(contract.proveConsents, async ({ deps, params: { groupId }, query, caller: moderator, reply }) => {
    const { format, language } = query
    const consents = await proveConsents(deps, { groupId, moderator })
    if (format !== 'html') return { groupId, consents }
    reply.header(
      'content-security-policy',
      "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    )
    const proof = { groupId, proofs: consents, language: proofLanguage(language) }
    return reply.type('text/html; charset=utf-8').send(proofPage(proof, printedSite(deps)))
  })

  route(contract.listConsentHistory, async ({ deps, params: { groupId }, caller: moderator }) => {
    await findGroup(deps, { groupId, moderator })
    const history = (await deps.database.moderation.consentHistory(groupId)).map(presentChange)
    return { groupId, history, total: history.length }
  })
}

function consentListRoutes(route: Route): void {
  route(contract.listGroupsByConsent, async ({ deps, query, scope, reply }) => {
    const { displayInWorkshop = null, platformId = null, platformConsent = null } = query
    const filters = { displayInWorkshop, platformId, platformConsent }
    const parts = listGroupsByConsent(deps, scope, query)
    return sendJsonList(reply, { head: {}, name: 'groups', parts, tail: (count) => ({ count, filters }) })
  })

  route(contract.exportConsents, async ({ deps, query, scope, reply }) => {
    const { format = 'json', year, approved, exhibition: _, ...consents } = query
    const { database, clock } = deps
    const exportDate = clock.now().toISOString()
    const filter = { scope, year, approved, ...(await readConsentFilter(database, consents)) }
    const filters = { year: year ?? null, approved: approved ?? null, ...consents }
    const name = await exportName(database, { platformId: consents.platformId, exportDate })
    reply.header('content-disposition', `attachment; filename="${name}.${format}"`)
    if (format === 'json') {
      const parts = exportedConsents(database, filter)
      return sendJsonList(reply, { head: { exportDate, filters }, name: 'data', parts, tail: (count) => ({ count }) })
    }
    // One piece at a time: the next is made when the client has taken this one.
    const pieces = Readable.from(exportCsv(database, filter), { highWaterMark: 1 })
    return reply.type('text/csv; charset=utf-8').send(pieces)
  })
}

const presentChange = (entry: ConsentHistoryEntry): contract.ConsentChange => ({
  id: entry.id,
  consentType: entry.consentType,
  platformId: entry.platformId,
  platformName: entry.platformName,
  action: entry.action,
  wording: entry.wording,
  language: entry.language,
  ...consentOrigin(entry.changedBy),
  timestamp: entry.createdAt,
})

type ConsentQuery = Query<typeof contract.listGroupsByConsent>

/** The parts combine with AND (D30). AppError UNKNOWN_PLATFORM. */
async function readConsentFilter(
  { platforms }: Deps['database'],
  { displayInWorkshop, platformId, platformConsent }: ConsentQuery,
): Promise<Pick<GroupFilter, 'workshop' | 'platform'>> {
  if (platformId !== undefined) platformWithId(await platforms.all(), platformId)
  const aboutPlatforms = platformId !== undefined || platformConsent !== undefined
  return {
    workshop: displayInWorkshop,
    platform: aboutPlatforms ? { platformId, inForce: platformConsent ?? true } : undefined,
  }
}

/** Groups by their consents, in parts. AppError UNKNOWN_PLATFORM. */
async function* listGroupsByConsent(
  deps: Pick<Deps, 'database' | 'clock' | 'settings' | 'exhibitions'>,
  scope: GroupScope,
  query: ConsentQuery,
): AsyncGenerator<AdminGroupSummary[]> {
  const matching = { scope, ...(await readConsentFilter(deps.database, query)) }
  for await (const part of walkGroups(deps.database.moderation, matching)) {
    yield part.map((group) => presentAdminSummary(deps, group))
  }
}

/** The consents named, by platform id; null is the display in the workshop. Of several for one platform the last counts. */
function askedFor(body: Body<typeof contract.setGroupConsents>): Map<number | null, boolean> {
  const { workshopConsent, socialMediaConsents = [] } = body
  const asked = new Map<number | null, boolean>()
  if (workshopConsent !== undefined) asked.set(null, workshopConsent)
  for (const each of socialMediaConsents) {
    if (typeof each === 'number') asked.set(each, true)
    else asked.set(each.platformId, each.consented ?? true)
  }
  return asked
}

/**
 * Gives or revokes the consents named and leaves the others, all or none. AppError NO_FIELDS, GROUP_NOT_FOUND,
 * UNKNOWN_PLATFORM: an inactive platform can be revoked but not given.
 */
export async function setGroupConsents(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'settings'>,
  target: ModeratedGroup,
  consents: Body<typeof contract.setGroupConsents>,
): Promise<void> {
  if (consents.workshopConsent === undefined && consents.socialMediaConsents === undefined) {
    throw new AppError('NO_FIELDS', 'Neither workshopConsent nor socialMediaConsents was given')
  }
  await deps.database.transaction(async (tx) => {
    await lockGroup(tx, target)
    for (const [platformId, consented] of askedFor(consents)) {
      const action = consented ? 'restore' : 'revoke'
      await applyConsentChange(deps, tx, { target, platformId, action })
    }
  })
}
