import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Exchange } from './route.ts'
import { requestedRange } from './stored-files/conditions.ts'

interface Archive {
  /** Changes with any byte. */
  readonly etag: string
  readonly size: number
  /** Bytes `[start, end]`, both inclusive. */
  read(range: { readonly start: number; readonly end: number }): AsyncIterable<Uint8Array>
}

/** Sends a ZIP while it is made; a broken download resumes with Range and If-Range while it would be the same. */
export function sendArchive({ etag, size, read }: Archive, name: string, { request, reply }: Exchange): FastifyReply {
  reply.header('content-disposition', `attachment; filename="${name}"`)
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
