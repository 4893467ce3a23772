import { PassThrough } from 'node:stream'
import { createEventBuffer } from 'better-sse'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientAddress, countedAddress } from '#server/http/access/client-address.ts'
import type { Deps } from '#server/ports/deps.ts'
import { createOpenStreams } from './open-streams.ts'

/** How soon a browser connects again. */
const retryMs = 1_000
/** A client with more than this unread is gone, or too slow for events. */
const maxWaiting = 64 * 1024

interface Connection {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Asked before each event and heartbeat: a session can end while the stream is open. */
  readonly isAllowed?: () => Promise<boolean>
}

export interface EventStream {
  send(event: string, data: unknown): void
  readonly closed: Promise<void>
}

/** Server-sent event streams: limited in total and per address, ended together when the service stops. */
export interface EventStreams {
  /** AppError RATE_LIMITED, TEMPORARILY_UNAVAILABLE while the service stops. */
  open(connection: Connection): EventStream
  /** Browsers connect again, to another replica. */
  end(): void
}

export function createEventStreams(
  http: FastifyInstance,
  { settings, log }: Pick<Deps, 'settings' | 'log'>,
): EventStreams {
  const streams = createOpenStreams(settings)
  // A stream never ends by itself, and the server waits for what is open.
  http.addHook('preClose', (done) => {
    streams.end()
    done()
  })
  return {
    end: streams.end,
    open({ request, reply, isAllowed = async () => true }) {
      const address = countedAddress(clientAddress(request))
      streams.admit(address)
      const body = startBody(reply)
      async function write(text: string): Promise<void> {
        const allowed = await isAllowed().catch((err: unknown) => void log.warn({ err }, 'an event stream was ended'))
        if (!allowed || body.writableLength > maxWaiting) body.destroy()
        else if (body.writable) body.write(text)
      }
      const beat = () => void write(createEventBuffer().comment('').dispatch().read())
      const remove = streams.add({ address, beat, end: () => body.end() })
      const closed = new Promise<void>((resolve) => body.once('close', resolve)).then(remove)
      return { closed, send: (event, data) => void write(createEventBuffer().push(data, event, '').read()) }
    },
  }
}

/** The first bytes are sent immediately: they tell the browser that the stream is open. */
function startBody(reply: FastifyReply): PassThrough {
  const body = new PassThrough()
  // Proxies pass each event on as it comes.
  reply.header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no').type('text/event-stream')
  body.write(createEventBuffer().retry(retryMs).dispatch().read())
  reply.send(body)
  return body
}
