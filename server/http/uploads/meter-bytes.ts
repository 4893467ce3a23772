import type { IncomingMessage } from 'node:http'
import type { AppError } from '#server/domain/errors.ts'
import { rateLimited, uploadBytesRule, uploadBytesUnit } from '#server/http/rate-limits.ts'
import type { Count } from '#server/ports/counters.ts'
import type { Deps } from '#server/ports/deps.ts'

export interface Meter {
  /** Aborts with the error to answer when the address has sent too much. */
  readonly signal: AbortSignal
  /** Counts what has not been counted yet. */
  stop(): Promise<void>
}

const everyMs = 1_000
const atOnceBytes = 8 * 2 ** 20

export const tooManyBytes = ({ settings }: Pick<Deps, 'settings'>, { resetSeconds }: Count): AppError => {
  const limit = settings.current.uploadBytesPerHour
  return rateLimited(`At most ${limit} bytes an hour can be uploaded`, resetSeconds || 3_600, limit)
}

/**
 * Counts what a connection receives for an address (D58), now and then and not for each packet. The socket's own count
 * includes what the parser of forms drops.
 */
export function meterBytes(
  deps: Pick<Deps, 'settings' | 'counters' | 'log'>,
  { raw, address }: { raw: IncomingMessage; address: string },
): Meter {
  const rule = uploadBytesRule(deps.settings)
  const atOnce = Math.min(atOnceBytes, deps.settings.current.uploadBytesPerHour / 64)
  const exceeded = new AbortController()
  const { socket } = raw
  // What waits to be read arrived before the upload was admitted.
  let counted = socket.bytesRead - raw.readableLength

  async function count(): Promise<void> {
    const amount = Math.floor((socket.bytesRead - counted) / uploadBytesUnit)
    if (!(amount > 0)) return
    counted += amount * uploadBytesUnit
    try {
      const now = await deps.counters.count(rule, address, amount)
      if (!now.allowed) exceeded.abort(tooManyBytes(deps, now))
    } catch (err) {
      deps.log.warn({ err }, 'the bytes of an upload were not counted')
    }
  }

  const timer = setInterval(() => socket.bytesRead - counted >= atOnce && void count(), everyMs).unref()
  return {
    signal: exceeded.signal,
    async stop() {
      clearInterval(timer)
      await count()
    },
  }
}
