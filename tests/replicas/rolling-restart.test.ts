import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { makeImage } from '#tests/support/images/make-image.ts'
import { newDatabase } from '#tests/support/servers/databases.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { startLoadBalancer } from '#tests/support/servers/load-balancer.ts'
import { sharedService } from '#tests/support/servers/shared-service.ts'
import { startProcess } from '#tests/support/servers/start-process.ts'
import { batchForm, bodyOf } from '#tests/support/upload.ts'

const server = await sharedService('postgres')
const haproxy = await sharedService('haproxy')

describe.skipIf(server === undefined || haproxy === undefined)('replicas behind a load balancer', () => {
  it('are replaced one after the other without a failed request', { timeout: 120_000 }, async () => {
    if (server === undefined) return
    await using started = new AsyncDisposableStack()
    const database = started.use(await newDatabase(server))
    const folder = await mkdtemp(join(tmpdir(), 'werkschau-rolling-'))
    started.defer(() => rm(folder, { recursive: true, force: true }))
    const ports = [await freePort(), await freePort()]
    const start = async (port: number) =>
      started.use(
        await startProcess({
          PORT: String(port),
          DATA_DIR: folder,
          DATABASE_URL: database.url,
          ADMIN_SESSION_SECRET: 'secret of the replicas',
          DRAIN_SECONDS: '2',
          LOG_LEVEL: 'info',
        }),
      )
    let replicas = await Promise.all(ports.map(start))
    const { url } = started.use(await startLoadBalancer(ports))
    await expect.poll(async () => (await fetch(`${url}/api/groups`)).status).toBe(200)

    const answers = new Map<number, number>()
    const uploaded: string[] = []
    let over = false
    const count = (status: number) => answers.set(status, (answers.get(status) ?? 0) + 1)
    const bytes = await makeImage({ width: 800, height: 600, detail: true })
    const read = async () => {
      while (!over) {
        const response = await fetch(`${url}/api/groups`)
        count(response.status)
        await response.arrayBuffer()
        await sleep(20)
      }
    }
    const upload = async () => {
      while (!over) {
        const body = await batchForm({ files: [{ name: 'a.jpg', bytes }] })
        const response = await fetch(`${url}/api/upload/batch`, { method: 'POST', body })
        count(response.status)
        if (response.ok) uploaded.push((await bodyOf(response)).groupId)
        else await response.arrayBuffer()
        await sleep(50)
      }
    }
    const load = [read(), read(), read(), upload(), upload()]
    for (const [index, port] of ports.entries()) {
      await sleep(500)
      await replicas[index]?.stop()
      const fresh = await start(port)
      replicas = replicas.map((replica, each) => (each === index ? fresh : replica))
      await sleep(1_000)
    }
    over = true
    await Promise.all(load)
    expect([...answers.keys()]).toEqual([200])
    expect(answers.get(200)).toBeGreaterThan(50)
    expect(uploaded.length).toBeGreaterThan(5)
  })
})
