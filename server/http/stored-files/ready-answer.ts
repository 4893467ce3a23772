import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { securityHeaders } from '#server/http/error-handler.ts'
import { matchesTag } from './conditions.ts'

/** An answer to a read that is in memory whole. */
export interface ReadyAnswer {
  readonly etag: string
  /** Names and values alternate; on a 304 as well. */
  readonly headers: readonly string[]
  readonly contentType: string
  readonly body: Buffer
  /** The body compressed with gzip, if that is worth it and done; asking has it done. */
  readonly compressed?: () => Buffer | undefined
}

/** A body too large to be held in memory. */
export interface Streamed {
  /** Unknown where they are read while they are sent. */
  readonly length?: number
  read(): AsyncIterable<Buffer> | Iterable<Buffer>
}

/** An answer to a read that is put together while it is sent. */
export interface StreamedAnswer extends Pick<ReadyAnswer, 'headers' | 'contentType'> {
  /** Unknown before all of it was read once. */
  readonly etag: string | undefined
  readonly plain: Streamed
  readonly gzip: Streamed | undefined
}

export const isReadyAnswer = (answer: ReadyAnswer | StreamedAnswer): answer is ReadyAnswer => 'body' in answer

const common = Object.entries(securityHeaders).flat()

/** What a request gets of the answer: a status, headers (names and values alternate) and a body. */
function choose(answer: ReadyAnswer, { headers: asked }: Pick<IncomingMessage, 'headers'>) {
  const headers = [...common, 'etag', answer.etag, ...answer.headers]
  if (matchesTag(asked['if-none-match'], answer.etag)) return { status: 304, headers, body: undefined }
  headers.push('content-type', answer.contentType)
  const gzip = answer.compressed && acceptsGzip(asked['accept-encoding']) ? answer.compressed() : undefined
  if (gzip) headers.push('content-encoding', 'gzip')
  const body = gzip ?? answer.body
  headers.push('content-length', String(body.length))
  return { status: 200, headers, body }
}

const acceptsGzip = (header: string | string[] | undefined) =>
  header !== undefined && negotiate(header.toString(), ['gzip']) === 'gzip'

export function sendReady(answer: ReadyAnswer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, body } = choose(answer, request)
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] as string, headers[at + 1])
  return reply.status(status).send(body)
}

export function sendStreamed(answer: StreamedAnswer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { etag } = answer
  for (let at = 0; at < answer.headers.length; at += 2)
    reply.header(answer.headers[at] as string, answer.headers[at + 1])
  if (etag !== undefined) reply.header('etag', etag)
  if (etag !== undefined && matchesTag(request.headers['if-none-match'], etag)) return reply.status(304).send()
  const gzip = answer.gzip && acceptsGzip(request.headers['accept-encoding']) ? answer.gzip : undefined
  const { length, read } = gzip ?? answer.plain
  reply.header('content-type', answer.contentType)
  if (gzip) reply.header('content-encoding', 'gzip')
  if (length !== undefined) reply.header('content-length', length)
  return reply.send(Readable.from(request.method === 'HEAD' ? [] : read(), { objectMode: false }))
}

export interface PlainExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** The same bytes as `sendReady`, written without a framework; calls `done` when all of them are on their way. */
export function writeReady(answer: ReadyAnswer, { request, response }: PlainExchange, done: () => void): void {
  const { status, headers, body } = choose(answer, request)
  response.writeHead(status, headers)
  if (body) return void response.end(body, done)
  response.end()
  done()
}
