import { randomUUID } from 'node:crypto'
import { request } from 'node:https'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newStaffSecret } from '#server/domain/names.ts'
import { type CaddyProxy, startCaddy } from '#tests/support/servers/caddy.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { type NginxProxy, startNginx } from '#tests/support/servers/nginx.ts'
import { sharedService } from '#tests/support/servers/shared-service.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

const [caddy, nginx] = [await sharedService('caddy'), await sharedService('nginx')]
const host = 'photos.localhost'

/** URLs with a secret. */
const secretPaths = [
  (secret: string) => `/manage/${secret}`,
  (secret: string) => `/api/manage/${secret}`,
  (secret: string) => `/api/manage/${secret}/images/7?fit=1`,
  (secret: string) => `/api/upload/submissions/${secret}/files/0`,
  (secret: string) => `/api/removal-requests/${secret}`,
  (secret: string) => `/photos/api/manage/${secret}/consents`,
  (secret: string) => `/somewhere/else?from=${secret}`,
  // A link without its last character still contains nearly all of the secret.
  (secret: string) => `/api/manage/${secret.slice(0, -1)}`,
]

/** URLs with the secret of a staff link, which does not look like the others. */
const staffPaths = [
  (secret: string) => `/s/${secret}`,
  (secret: string) => `/photos/s/${secret}/plain-form?language=de`,
  (secret: string) => `/api/upload/batch?form=${randomUUID()}&language=de&exhibition=class-4&staffLink=${secret}`,
]

async function ask(port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { host, referer: `https://${host}${path}`, cookie: `sid=${path}` }
    request({ host: '127.0.0.1', port, path, servername: host, rejectUnauthorized: false, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('error', reject)
      .end()
  })
}

/** Requests every path with its own secret and returns the paths whose secret is in the log. */
async function leaks(port: number, log: () => Promise<string> | string): Promise<string[]> {
  const named = (paths: typeof secretPaths, newSecret: () => string) =>
    paths.map((path) => ({ path, secret: newSecret() }))
  const secrets = [...named(secretPaths, randomUUID), ...named(staffPaths, newStaffSecret)]
  await Promise.all(secrets.map(({ path, secret }) => ask(port, path(secret))))
  for (const { secret } of secrets) await expect.poll(log).toContain(`${secret.slice(0, 8)}...`)
  const text = await log()
  return secrets.filter(({ secret }) => text.includes(secret.slice(0, 12))).map(({ path }) => path('…'))
}

let app: TestApp
let url: URL
beforeAll(async () => {
  app = await startApp()
  url = new URL(app.url)
})
afterAll(() => app?.[Symbol.asyncDispose]())

const env = { PUBLIC_HOST: host, INTERNAL_HOST: 'inside.localhost' }

describe.runIf(caddy)('the log of Caddy', () => {
  let proxy: CaddyProxy | undefined
  const start = async (port: number) => {
    proxy = await startCaddy(caddy as string, { ports: [port], env })
    return proxy
  }
  afterAll(async () => proxy?.[Symbol.asyncDispose]())

  it('keeps 8 characters of a secret in a URL', async () => {
    await using own = await start(Number(url.port))
    await expect.poll(() => ask(own.httpsPort, '/health')).toBe(200)
    expect(await leaks(own.httpsPort, own.log)).toEqual([])
  })

  it('also keeps 8 characters when it reports that the service is down', { timeout: 120_000 }, async () => {
    await using own = await start(await freePort())
    await expect.poll(() => ask(own.httpsPort, '/health').catch(() => 0)).toBeGreaterThan(499)
    expect(await leaks(own.httpsPort, own.log)).toEqual([])
  })
})

describe.runIf(nginx)('the log of nginx', () => {
  const start = (port: number): Promise<NginxProxy> => startNginx(nginx as string, { port, hosts: [host] })

  it('keeps 8 characters of a secret in a URL', async () => {
    await using own = await start(Number(url.port))
    expect(await ask(own.httpsPort, '/health')).toBe(200)
    expect(await leaks(own.httpsPort, own.log)).toEqual([])
  })

  it('also keeps 8 characters when the service is down', async () => {
    await using own = await start(await freePort())
    expect(await ask(own.httpsPort, '/health')).toBe(502)
    expect(await leaks(own.httpsPort, own.log)).toEqual([])
  })
})
