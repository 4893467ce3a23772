import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

interface ListBody {
  /** The fields before the list, if not `success` alone. */
  readonly head?: Readonly<Record<string, unknown>>
  /** The field of the list. */
  readonly name: string
  readonly parts: AsyncIterable<readonly unknown[]>
  /** The fields after the list, once all parts are written. */
  readonly tail: (count: number) => Readonly<Record<string, unknown>>
}

const members = (fields: Readonly<Record<string, unknown>>) =>
  Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)

async function* piecesOf({ head = { success: true }, name, parts, tail }: ListBody): AsyncGenerator<string> {
  yield `{${[...members(head), `${JSON.stringify(name)}:[`].join(',')}`
  let count = 0
  for await (const part of parts) {
    if (part.length === 0) continue
    yield (count > 0 ? ',' : '') + part.map((each) => JSON.stringify(each)).join(',')
    count += part.length
  }
  yield `]${members(tail(count))
    .map((member) => `,${member}`)
    .join('')}}`
}

/**
 * Sends an object with a list of any length as JSON. A failure before the first part is an error like any other. The next
 * part is made when the client has taken the one before.
 */
export async function sendJsonList(reply: FastifyReply, body: ListBody): Promise<FastifyReply> {
  const parts = body.parts[Symbol.asyncIterator]()
  const first = await parts.next()
  const pieces = piecesOf({ ...body, parts: resumed(first, parts) })
  return reply.type('application/json; charset=utf-8').send(Readable.from(pieces, { highWaterMark: 1 }))
}

async function* resumed<T>(first: IteratorResult<T>, rest: AsyncIterator<T>): AsyncGenerator<T> {
  for (let next = first; !next.done; next = await rest.next()) yield next.value
}
