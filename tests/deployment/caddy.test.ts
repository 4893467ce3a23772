import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CaddyProxy, startCaddy } from '#tests/support/servers/caddy.ts'
import { type Replicas, sharedPlaces, startReplicas } from '#tests/support/servers/replicas.ts'
import { sharedService } from '#tests/support/servers/shared-service.ts'

const caddy = (await sharedPlaces()).length > 0 ? await sharedService('caddy') : undefined
// Local names, for which Caddy issues certificates itself.
const hosts = { PUBLIC_HOST: 'photos.localhost', INTERNAL_HOST: 'inside.localhost' }
const metricsToken = 'token-of-the-monitoring'

describe.runIf(caddy)('deployment/Caddyfile in front of two replicas', () => {
  let replicas: Replicas
  let proxy: CaddyProxy
  beforeAll(async () => {
    // As deployment/compose.scale-out.yaml sets them.
    const env = {
      ...hosts,
      ENABLE_HOST_RESTRICTION: 'true',
      TRUST_PROXY_HOPS: '1',
      METRICS_TOKEN: metricsToken,
      SITE_URL: 'https://photos.localhost',
    }
    replicas = await startReplicas('disk', { env })
    const ports = [replicas.first, replicas.second].map(({ url }) => Number(new URL(url).port))
    proxy = await startCaddy(caddy as string, { ports, env: hosts })
  })
  afterAll(async () => {
    await proxy?.[Symbol.asyncDispose]()
    await replicas?.[Symbol.asyncDispose]()
  })

  interface Asked {
    readonly at: 'public' | 'internal'
    readonly path: string
    readonly host?: string
    readonly headers?: Record<string, string>
  }
  /** Sends a request to this machine with the host name of the certificate. */
  async function ask({ at, path, host, headers }: Asked): Promise<{ status: number; body: string }> {
    const name = host ?? (at === 'public' ? hosts.PUBLIC_HOST : hosts.INTERNAL_HOST)
    const port = at === 'public' ? proxy.httpsPort : proxy.internalPort
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, servername: name, rejectUnauthorized: false }
      request({ ...options, headers: { host: name, ...headers } }, async (response) => {
        resolve({ status: response.statusCode ?? 0, body: await text(response) })
      })
        .on('error', reject)
        .end()
    })
  }

  it('serves uploads on the public host, and blocks the rest', async () => {
    await expect.poll(async () => (await ask({ at: 'public', path: '/health' })).status).toBe(200)
    expect((await ask({ at: 'public', path: '/api/upload/settings' })).status).toBe(200)
    for (const path of [
      '/api/groups',
      '/api/admin/groups',
      '/auth/setup/status',
      '/metrics',
      '/health/ready',
      '/slideshow',
    ]) {
      expect((await ask({ at: 'public', path })).body, path).toContain('HOST_BLOCKED')
    }
  })

  it('serves everything on the internal host', async () => {
    expect((await ask({ at: 'internal', path: '/api/groups' })).status).toBe(200)
    expect((await ask({ at: 'internal', path: '/metrics' })).body).toContain('SESSION_REQUIRED')
    const headers = { authorization: `Bearer ${metricsToken}` }
    expect((await ask({ at: 'internal', path: '/metrics', headers })).body).toContain('werkschau_info')
  })

  it.each([{ 'x-forwarded-host': hosts.INTERNAL_HOST }, { forwarded: `host=${hosts.INTERNAL_HOST}` }])(
    'lets nobody in by %j',
    async (headers) => {
      expect((await ask({ at: 'public', path: '/api/groups', headers })).body).toContain('HOST_BLOCKED')
    },
  )

  it('does not serve the internal host on the public port', async () => {
    const answer = await ask({ at: 'public', path: '/api/groups', host: hosts.INTERNAL_HOST }).catch(() => undefined)
    expect(answer?.body ?? '').not.toContain('groups')
    const headers = { host: hosts.INTERNAL_HOST }
    const other = await ask({ at: 'public', path: '/api/groups', host: hosts.PUBLIC_HOST, headers }).catch(
      () => undefined,
    )
    expect(other?.body ?? '').not.toContain('groups')
  })

  it('forwards the address of the client, not what the client claims', async () => {
    const token = '/api/manage/0f3c2a10-0000-4000-8000-1234567890ab'
    await ask({ at: 'public', path: token, headers: { 'x-forwarded-for': '203.0.113.7' } })
    const [entry] = await replicas.first.app.deps.database.auditLog.latest('all', 1)
    expect(entry).toMatchObject({ ipAddress: '127.0.0.1', sourceHost: hosts.PUBLIC_HOST, sourceType: 'public' })
  })

  it('uses only one replica while the other is stopping', async () => {
    replicas.second.app.drain()
    const second = replicas.second.app.deps.metrics.route('GET', '/api/upload/settings')
    let reached = 0
    const count = second.count
    Object.assign(second, {
      count(status: number, ms: number) {
        reached++
        count(status, ms)
      },
    })
    await expect
      .poll(async () => {
        reached = 0
        const answers = await Promise.all(
          Array.from({ length: 6 }, () => ask({ at: 'public', path: '/api/upload/settings' })),
        )
        expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
        return reached
      })
      .toBe(0)
  })
})
