import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/press.ts'
import type { Image } from '#server/domain/group.ts'
import { sendJsonList } from '#server/http/json-list.ts'
import type { Route } from '#server/http/route.ts'
import { requestedRange } from '#server/http/stored-files/conditions.ts'
import { listPressGroups, platformOf } from './list-press-groups.ts'
import { type PressArchive, pressArchive } from './press-archive.ts'

export function pressRoutes(route: Route, isClean: (image: Image) => Promise<boolean>): void {
  route(contract.listPressGroups, async ({ deps, params: { id }, reply }) => {
    const { platformId } = await platformOf(deps.database, id)
    const parts = listPressGroups(deps, platformId)
    return sendJsonList(reply, { head: { platformId }, name: 'groups', parts, tail: (count) => ({ count }) })
  })

  route(contract.downloadPressArchive, async ({ deps, params: { id }, query: { groups }, request, reply }) => {
    const { platformId, platformName } = await platformOf(deps.database, id)
    const groupIds = groups === undefined ? undefined : new Set(groups.split(','))
    const archive = await pressArchive(deps, isClean, { platformId, groupIds })
    const name = `${platformName}-${deps.clock.now().toISOString().slice(0, 10)}.zip`
    reply.header('content-disposition', `attachment; filename="${name}"`)
    return sendArchive(archive, request, reply)
  })
}

function sendArchive({ etag, size, read }: PressArchive, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.type('application/zip').headers({ etag, 'accept-ranges': 'bytes', 'cache-control': 'private, no-store' })
  // Appended to what the client has, a part of another archive would be garbage.
  const range = request.headers['if-range'] === undefined ? 'none' : requestedRange({ request, reply }, { size, etag })
  if (range === 'none') {
    reply.header('content-length', size)
    return reply.send(Readable.from(read({ start: 0, end: size - 1 }), { highWaterMark: 1 }))
  }
  const { start, end } = range
  reply.status(206).headers({ 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': end - start + 1 })
  return reply.send(Readable.from(read(range), { highWaterMark: 1 }))
}
