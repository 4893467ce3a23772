import { AppError } from '#server/domain/errors.ts'
import { rateLimited } from '#server/http/rate-limits.ts'
import type { Deps } from '#server/ports/deps.ts'

/** Proxies close a connection that is silent for longer; nginx after a minute where nothing is said. */
const heartbeatMs = 20_000
const fullRetrySeconds = 30

interface OpenStream {
  readonly address: string
  readonly beat: () => void
  readonly end: () => void
}

/** The streams that are open in this process. */
export function createOpenStreams(settings: Deps['settings']) {
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
