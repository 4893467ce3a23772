import * as contract from '#contract/public-groups.ts'
import { AppError } from '#server/domain/errors.ts'
import { presentPlatform } from '#server/groups/presentation/present-group.ts'
import type { Route } from '#server/http/route.ts'
import type { HotReads } from '#server/http/stored-files/hot-reads.ts'
import { isReadyAnswer, sendReady, sendStreamed } from '#server/http/stored-files/ready-answer.ts'
import type { Deps } from '#server/ports/deps.ts'
import { createPublishedFeed } from './published-feed.ts'

export function publicGroupRoutes(deps: Deps, route: Route, hotReads: HotReads) {
  const feed = createPublishedFeed(deps)
  hotReads.register('/api/groups', () => feed.cached())
  hotReads.register('/api/groups/:groupId', (groupId) => feed.cached(groupId))

  route(contract.listGroups, async ({ query, request, reply }) => {
    const answer = await feed.list(query)
    return isReadyAnswer(answer) ? sendReady(answer, request, reply) : sendStreamed(answer, request, reply)
  })

  route(contract.getGroup, async ({ params, request, reply }) => {
    const group = await feed.group(params.groupId)
    if (group === undefined) throw new AppError('GROUP_NOT_FOUND', 'There is no such group, or it is not on display')
    return sendReady(group, request, reply)
  })

  route(contract.listPlatforms, async () => {
    // The form was opened: the first photo will not wait for a preview process.
    void deps.previewer.warmUp().catch(() => undefined)
    const platforms = await deps.database.platforms.all()
    return platforms.filter(({ isActive }) => isActive).map(presentPlatform)
  })

  return feed
}
