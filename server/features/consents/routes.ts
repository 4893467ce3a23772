import { Readable } from 'node:stream'
import * as contract from '#contract/consents.ts'
import { siteOf } from '#server/domain/settings/site.ts'
import { findGroup } from '#server/groups/find-group.ts'
import { presentPlatform } from '#server/groups/presentation/present-platform.ts'
import { proofPage } from '#server/groups/presentation/proof-page.ts'
import { proofLanguage } from '#server/groups/presentation/proof-words.ts'
import { proveConsents } from '#server/groups/prove-consents.ts'
import { sendJsonList } from '#server/http/json-list.ts'
import type { Route } from '#server/http/route.ts'
import { success } from '#server/http/success.ts'
import type { Deps } from '#server/ports/deps.ts'
import { exportCsv, exportJson, exportName } from './export-consents.ts'
import { listGroupsByConsent, readConsentFilter } from './list-groups-by-consent.ts'
import { presentChange, presentConsents } from './present-consents.ts'
import { setGroupConsents } from './set-group-consents.ts'

/** One piece at a time: the next is made when the client has taken this one. */
const stream = (pieces: AsyncIterable<string>) => Readable.from(pieces, { highWaterMark: 1 })

const view = async (deps: Deps, groupId: string) =>
  presentConsents(await findGroup(deps, groupId), await deps.database.consents.ofGroup(groupId))

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

  route(contract.getGroupConsents, ({ deps, params: { groupId } }) => view(deps, groupId))

  route(contract.setGroupConsents, async ({ deps, params: { groupId }, body, caller: moderator }) => {
    await setGroupConsents(deps, { groupId, moderator }, body)
    return { ...success('The consents were changed'), ...(await view(deps, groupId)) }
  })

  route(contract.proveConsents, async ({ deps, params: { groupId }, query: { format, language }, reply }) => {
    reply.header('cache-control', 'no-store')
    const consents = await proveConsents(deps, groupId)
    if (format !== 'html') return { groupId, consents }
    reply.header(
      'content-security-policy',
      "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    )
    const proof = { groupId, proofs: consents, language: proofLanguage(language) }
    return reply.type('text/html; charset=utf-8').send(proofPage(proof, printedSite(deps)))
  })

  route(contract.listConsentHistory, async ({ deps, params: { groupId } }) => {
    await findGroup(deps, groupId)
    const history = (await deps.database.moderation.consentHistory(groupId)).map(presentChange)
    return { success: true as const, groupId, history, total: history.length }
  })
}

function consentListRoutes(route: Route): void {
  route(contract.listGroupsByConsent, async ({ deps, query, reply }) => {
    const { displayInWorkshop = null, platformId = null, platformConsent = null } = query
    const filters = { displayInWorkshop, platformId, platformConsent }
    const parts = await listGroupsByConsent(deps, query)
    return sendJsonList(reply, { name: 'groups', parts, tail: (count) => ({ count, filters }) })
  })

  route(contract.exportConsents, async ({ deps, query: { format = 'json', year, approved, ...consents }, reply }) => {
    const { database, clock } = deps
    const exportDate = clock.now().toISOString()
    const filter = { year, approved, ...(await readConsentFilter(database, consents)) }
    const filters = { year: year ?? null, approved: approved ?? null, ...consents }
    const name = await exportName(database, { platformId: consents.platformId, exportDate })
    reply.header('content-disposition', `attachment; filename="${name}.${format}"`)
    return format === 'csv'
      ? reply.type('text/csv; charset=utf-8').send(stream(exportCsv(database, filter)))
      : reply
          .type('application/json; charset=utf-8')
          .send(stream(exportJson(database, filter, { exportDate, filters })))
  })
}
