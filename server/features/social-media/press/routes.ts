import * as contract from '#contract/social-media/press.ts'
import { inFileName } from '#server/domain/text/fold.ts'
import { dayOf } from '#server/domain/time/year.ts'
import { photoArchive } from '#server/groups/photo-archive.ts'
import { sendJsonList } from '#server/http/json-list.ts'
import type { Route } from '#server/http/route.ts'
import { sendArchive } from '#server/http/send-archive.ts'
import type { EnsureClean } from '#server/ports/file-store.ts'
import { listPressGroups, platformOf } from './list-press-groups.ts'
import { pressPhotos } from './press-archive.ts'

export function pressRoutes(route: Route, ensureClean: EnsureClean): void {
  route(contract.listPressGroups, async ({ deps, params: { id }, scope, reply }) => {
    const { platformId } = await platformOf(deps.database, id)
    const parts = listPressGroups(deps, scope, platformId)
    return sendJsonList(reply, { head: { platformId }, name: 'groups', parts, tail: (count) => ({ count }) })
  })

  route(contract.downloadPressArchive, async ({ deps, params: { id }, query: { groups }, scope, request, reply }) => {
    const { platformId, platformName } = await platformOf(deps.database, id)
    const groupIds = groups === undefined ? undefined : new Set(groups.split(','))
    const photos = () => pressPhotos(deps, { platformId, groupIds, scope })
    const archive = await photoArchive(deps, { photos, ensureClean })
    const name = `${inFileName(platformName)}-${dayOf(deps.clock.now())}.zip`
    return sendArchive(archive, name, { request, reply })
  })
}
