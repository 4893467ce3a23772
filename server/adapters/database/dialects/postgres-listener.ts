import { Client, type ClientConfig } from 'pg'
import type { Listening } from '#server/adapters/database/engine.ts'
import { within } from '#server/concurrency/within.ts'
import { closeMs } from './postgres-pool.ts'

const retryMs = 1_000

/** A connection of its own that listens to a channel, made again when it breaks. */
export function listenTo(config: ClientConfig, channel: string, onMessage: (message: string) => void): Listening {
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let connected = false

  function retry(): void {
    connected = false
    client = undefined
    if (!closed) timer = setTimeout(() => void connect(), retryMs)
  }
  async function connect(): Promise<void> {
    const opening = new Client(config)
    client = opening
    // Ended by the server, lost, or not made: once for each connection.
    const lost = () => {
      if (client === opening) retry()
      void opening.end().catch(() => undefined)
    }
    opening.on('error', lost)
    opening.on('end', lost)
    opening.on('notification', ({ payload }) => payload !== undefined && onMessage(payload))
    try {
      await opening.connect()
      await opening.query(`listen ${opening.escapeIdentifier(channel)}`)
      connected = client === opening
    } catch {
      lost()
    }
  }
  const attempted = connect()
  return {
    attempted,
    isConnected: () => connected,
    async close() {
      closed = true
      connected = false
      clearTimeout(timer)
      await attempted
      if (client) await within(closeMs, client.end()).catch(() => undefined)
    },
  }
}
