import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BuildProxy extends AsyncDisposable {
  readonly url: string
  /** From now on the pages are those of another build: their document says `<meta name="build" content="new">`. */
  deploy(): void
}

/** A proxy that simulates an update of the pages. */
export async function startBuildProxy(target: string): Promise<BuildProxy> {
  let deployed = false
  const server = createServer(async (request, response) => {
    const answer = await fetch(new URL(request.url ?? '/', target), {
      headers: { 'accept-encoding': 'identity', ...(request.headers.accept && { accept: request.headers.accept }) },
    })
    let body = Buffer.from(await answer.arrayBuffer())
    const type = answer.headers.get('content-type') ?? ''
    if (deployed && type.startsWith('text/html'))
      body = Buffer.from(body.toString().replace('<head>', '<head><meta name="build" content="new" />'))
    if (deployed && request.url === '/service-worker.js')
      body = Buffer.from(body.toString().replace(/("version":")\w+/, '$1new'))
    response.writeHead(answer.status, {
      'content-type': type,
      'cache-control': answer.headers.get('cache-control') ?? '',
    })
    response.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploy: () => {
      deployed = true
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
