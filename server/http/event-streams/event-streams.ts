import { PassThrough } from 'node:stream'
import { createEventBuffer } from 'better-sse'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#server/domain/errors.ts'
import { clientAddress, countedAddress } from '#server/http/access/client-address.ts'
import { rateLimited } from '#server/http/rate-limits.ts'
import type { Exchange } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'

/** How soon a browser connects again. */
const retryMs = 1_000
/** A client with more than this unread is gone, or too slow for events. */
const maxWaiting = 64 * 1024

interface Connection extends Exchange {
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

/** Proxies close a connection that is silent for longer; nginx after a minute where nothing is said. */
const heartbeatMs = 20_000
const fullRetrySeconds = 30

interface OpenStream {
  readonly address: string
  readonly beat: () => void
  readonly end: () => void
}

/** The streams that are open in this process. */
function createOpenStreams(settings: Deps['settings']) {
  const streams = new Set<OpenStream>()
  let ended = false
  let timer: NodeJS.Timeout | undefined
  const beat = () => {
    for (const stream of streams) stream.beat()
  }
  return {
    /** AppError RATE_LIMITED, TEMPORARILY_UNAVAILABLE. */
    admit(address: string): void {
      if (ended) throw new AppError('TEMPORARILY_UNAVAILABLE', 'This replica is about to stop', { isRoutine: true })
      const { eventConnections: ofAll, eventConnectionsPerAddress: ofOne } = settings.current
      const own = [...streams].filter((stream) => stream.address === address).length
      if (streams.size < ofAll && own < ofOne) return
      const limit = own < ofOne ? ofAll : ofOne
      throw rateLimited(`At most ${limit} connections for events are allowed`, fullRetrySeconds, limit)
    },
    /** Returns a function that removes it. */
    add(stream: OpenStream): () => void {
      streams.add(stream)
      timer ??= setInterval(beat, heartbeatMs).unref()
      return () => {
        streams.delete(stream)
        if (streams.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
    end(): void {
      ended = true
      for (const { end } of streams) end()
    },
  }
}
