import * as contract from '#contract/public-groups.ts'
import { AppError } from '#server/domain/errors.ts'
import { presentPlatform } from '#server/groups/presentation/present-group.ts'
import type { Route } from '#server/http/route.ts'
import type { HotReads } from '#server/http/stored-files/hot-reads.ts'
import { isReadyAnswer, sendReady, sendStreamed } from '#server/http/stored-files/ready-answer.ts'
import type { Deps } from '#server/ports/deps.ts'
import { createPublishedFeeds } from './published-feeds.ts'

export function publicGroupRoutes(deps: Deps, route: Route, hotReads: HotReads) {
  const feeds = createPublishedFeeds(deps)
  hotReads.register('/api/groups', () => feeds.cached())
  hotReads.register('/api/groups?exhibition=:slug', (slug) => feeds.cached(slug))
  hotReads.register('/api/groups/:groupId', (groupId) => feeds.cachedGroup(groupId))

  route(contract.listGroups, async ({ query: { exhibition, ...page }, request, reply }) => {
    const answer = await (await feeds.find(exhibition)).list(page)
    return isReadyAnswer(answer) ? sendReady(answer, request, reply) : sendStreamed(answer, request, reply)
  })

  route(contract.getGroup, async ({ params, request, reply }) => {
    const group = await feeds.group(params.groupId)
    if (group === undefined) throw new AppError('GROUP_NOT_FOUND', 'There is no such group, or it is not on display')
    return sendReady(group, request, reply)
  })

  route(contract.listPlatforms, async () => {
    // The form was opened: the first photo will not wait for a preview process.
    void deps.previewer.warmUp().catch(() => undefined)
    const platforms = await deps.database.platforms.all()
    return platforms.filter(({ isActive }) => isActive).map(presentPlatform)
  })

  return feeds
}
