import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface BadNetwork extends AsyncDisposable {
  readonly url: string
  /** Bytes that clients have sent so far, lost ones included. */
  readonly sent: () => number
  /** Number of times all connections were cut. */
  readonly cuts: () => number
}

interface Shape {
  /** Of all connections together. */
  readonly bytesPerSecond: number
  /** From the first upload on. */
  readonly cutEveryMs?: number
  /** Cuts after so many bytes from clients. */
  readonly cutEveryBytes?: number
}

/** A proxy that limits the clients' bandwidth and repeatedly cuts all connections. */
export async function startBadNetwork(target: string, shape: Shape): Promise<BadNetwork> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let sent = 0
  let cuts = 0
  let cutAt = shape.cutEveryBytes ?? Number.POSITIVE_INFINITY
  let freeAt = 0
  let timer: NodeJS.Timeout | undefined

  function cut() {
    cuts += 1
    cutAt = sent + (shape.cutEveryBytes ?? Number.POSITIVE_INFINITY)
    for (const socket of sockets) socket.resetAndDestroy()
  }
  function startCutting() {
    if (shape.cutEveryMs !== undefined) timer ??= setInterval(cut, shape.cutEveryMs)
  }
  /** Takes turns with the other connections. */
  async function pass(bytes: Buffer) {
    const now = performance.now()
    freeAt = Math.max(now, freeAt) + (bytes.length * 1_000) / shape.bytesPerSecond
    await sleep(freeAt - now)
    sent += bytes.length
  }
  const server = createServer({ highWaterMark: 16 * 2 ** 10 }, (client) => {
    const service = connect(Number(port), hostname)
    for (const [socket, other] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(socket)
      socket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket)
          other.destroy()
        })
    }
    service.pipe(client)
    client.on('data', async (bytes: Buffer) => {
      client.pause()
      if (/^(POST|PUT) /.test(bytes.subarray(0, 5).toString('latin1'))) startCutting()
      await pass(bytes)
      if (service.destroyed) return
      service.write(bytes)
      client.resume()
      if (sent >= cutAt) cut()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => sent,
    cuts: () => cuts,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
