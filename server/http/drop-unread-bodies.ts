import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** For all clients together: each byte is garbage until it is collected (D58). */
const bytesPerMs = 32 * 1_024

/**
 * What clients still send after their answer is read, so that they can receive it, but slowly: Node.js itself reads as
 * fast as they send.
 */
export function dropUnreadBodies(http: FastifyInstance): void {
  let busyUntil = 0
  async function drop(body: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of body) {
      const now = performance.now()
      busyUntil = Math.max(busyUntil, now) + chunk.length / bytesPerMs
      await sleep(busyUntil - now)
    }
  }
  http.addHook('onSend', (request, _reply, _payload, done) => {
    // A client that goes away ends it.
    if (!request.raw.complete) drop(request.raw).catch(() => undefined)
    done()
  })
}
