import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { getGroup, listGroups, listPlatforms } from '#contract/public-groups.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { presentPlatform } from '#server/groups/present-platform.ts'
import { matchesTag } from '#server/http/etag.ts'
import type { Route } from '#server/http/route.ts'
import { createPublishedFeed, type Prepared } from './published-feed.ts'

const acceptsGzip = (request: FastifyRequest) =>
  negotiate(request.headers['accept-encoding']?.toString() ?? '', ['gzip']) === 'gzip'

function send(prepared: Prepared, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('etag', prepared.etag).header('cache-control', 'no-cache').header('vary', 'Accept-Encoding')
  if (matchesTag(request.headers['if-none-match'], prepared.etag)) return reply.status(304).send()
  reply.header('content-type', 'application/json; charset=utf-8')
  if (prepared.gzip && acceptsGzip(request)) return reply.header('content-encoding', 'gzip').send(prepared.gzip)
  return reply.send(prepared.identity)
}

export function publicGroupRoutes(deps: Deps, route: Route): void {
  const feed = createPublishedFeed(deps)

  route(listGroups, async ({ query, request, reply }) => send(await feed.list(query), request, reply))

  route(getGroup, async ({ params, request, reply }) => {
    const group = await feed.group(params.groupId)
    if (group === undefined) throw new AppError('GROUP_NOT_FOUND', 'There is no such group, or it is not on display')
    return send(group, request, reply)
  })

  route(listPlatforms, async () => {
    const platforms = await deps.storage.platforms.all()
    return platforms.filter(({ isActive }) => isActive).map(presentPlatform)
  })
}
