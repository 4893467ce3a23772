import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface FlakyProxy extends AsyncDisposable {
  readonly url: string
  /** Cuts upload connections after this many bytes of uploads. A browser may retry after a first break by itself. */
  breakAfter(bytes: number): void
  /** From now on forwards requests that store photos, but cuts the connection before the answer. */
  loseAnswers(): void
  restore(): void
  /** Connections cut so far. */
  readonly broken: () => number
}

/** Between a browser and the service at `target`; breaks the connection on request. */
export async function startFrailProxy(target: string): Promise<FlakyProxy> {
  const { hostname, port } = new URL(target)
  let limit: number | undefined
  let silent = false
  let broken = 0
  let received = 0
  const sockets = new Set<Socket>()

  const server = createServer((client) => {
    const service = connect(Number(port), hostname)
    for (const socket of [client, service]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    const cut = () => {
      broken += 1
      client.resetAndDestroy()
      service.destroy()
    }
    let upload = false
    let storing = false
    client.on('data', (chunk: Buffer) => {
      const head = chunk.subarray(0, 32).toString('latin1')
      const line = chunk.subarray(0, 128).toString('latin1')
      if (/^(GET|POST|PUT|PATCH|DELETE) /.test(head)) {
        upload = /^(POST|PUT) \/api\/(upload|manage)\//.test(head)
        storing = /^POST \/api\/(upload\/submissions\/[^/]+\/complete|manage)\b/.test(line)
      }
      if (upload) received += chunk.length
      if (upload && limit !== undefined && received > limit) return cut()
      service.write(chunk)
    })
    service.on('data', (chunk) => {
      if (storing && silent) return cut()
      client.write(chunk)
    })
    client.on('end', () => service.end())
    service.on('end', () => client.end())
    service.on('close', () => client.destroy())
    client.on('close', () => service.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakAfter: (bytes) => {
      received = 0
      limit = bytes
    },
    loseAnswers: () => {
      silent = true
    },
    restore: () => {
      limit = undefined
      silent = false
    },
    broken: () => broken,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
