import { Readable } from 'node:stream'
import * as contract from '#contract/consents.ts'
import type { Deps } from '#server/deps.ts'
import { findGroup } from '#server/groups/find-group.ts'
import { presentPlatform } from '#server/groups/present-platform.ts'
import type { Route } from '#server/http/route.ts'
import { success } from '#server/http/success.ts'
import { exportCsv, exportJson } from './export-consents.ts'
import { listGroupsByConsent } from './list-groups-by-consent.ts'
import { presentChange, presentConsents } from './present-consents.ts'
import { setGroupConsents } from './set-group-consents.ts'

/** One piece at a time: the next is made when the client has taken this one. */
const stream = (pieces: AsyncIterable<string>) => Readable.from(pieces, { highWaterMark: 1 })

export function consentRoutes(deps: Deps, route: Route): void {
  const { database, clock } = deps
  const view = async (groupId: string) =>
    presentConsents(await findGroup(deps, groupId), await database.consents.ofGroup(groupId))

  route(contract.listAllPlatforms, async () => (await database.platforms.all()).map(presentPlatform))

  route(contract.getGroupConsents, ({ params: { groupId } }) => view(groupId))

  route(contract.setGroupConsents, async ({ params: { groupId }, body, caller: { username } }) => {
    await setGroupConsents(deps, { groupId, consents: body, username })
    return { ...success('The consents were changed'), ...(await view(groupId)) }
  })

  route(contract.listGroupsByConsent, ({ query }) => listGroupsByConsent(deps, query))

  route(contract.exportConsents, ({ query: { format = 'json', ...filter }, reply }) => {
    const exportDate = clock.now().toISOString()
    const name = `consents-${exportDate.slice(0, 10)}.${format}`
    reply.header('content-disposition', `attachment; filename="${name}"`)
    return format === 'csv'
      ? reply.type('text/csv; charset=utf-8').send(stream(exportCsv(database, filter)))
      : reply.type('application/json; charset=utf-8').send(stream(exportJson(database, filter, exportDate)))
  })

  route(contract.listConsentHistory, async ({ params: { groupId } }) => {
    await findGroup(deps, groupId)
    const history = (await database.moderation.consentHistory(groupId)).map(presentChange)
    return { success: true as const, groupId, history, total: history.length }
  })
}
