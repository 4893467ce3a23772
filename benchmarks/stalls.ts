import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SeedSpec } from '#tests/support/seed-groups.ts'
import { adminSession } from './support/admin-session.ts'
import { seedGroups } from './support/seed-groups.ts'
import { startNeighbour } from './support/start-neighbour.ts'
import { newDataDir, startService } from './support/start-service.ts'
import { figure, median, type Scenario } from './support/table.ts'
import { untilIdle } from './support/until-idle.ts'

/** 100,000 images. */
const groups = 25_000
const perGroup = 4

const spec = (index: number): SeedSpec => ({
  images: perGroup,
  isApproved: index % 2 === 0,
  platformIds: index % 2 === 0 ? [1] : [],
  revokedIds: index % 4 === 1 ? [2] : [],
})

/** Requests about all groups at once. */
const requests: readonly (readonly [name: string, method: string, path: string])[] = [
  ['nothing', 'GET', '/health/ready'],
  ['list without a limit', 'GET', '/api/admin/groups'],
  ['search', 'GET', '/api/admin/groups?search=24999&limit=10'],
  ['by consent', 'GET', '/api/admin/groups/by-consent?displayInWorkshop=true'],
  ['export, JSON', 'GET', '/api/admin/consents/export'],
  ['export, CSV', 'GET', '/api/admin/consents/export?format=csv'],
  ['take-downs', 'GET', '/api/admin/consents/takedowns'],
  ['overview', 'GET', '/api/admin/overview'],
  ['preview of the cleanup', 'GET', '/api/admin/cleanup/preview'],
  ['metrics', 'GET', '/metrics'],
  ['feed, first read', 'GET', '/api/groups'],
  ['cleanup', 'POST', '/api/admin/cleanup/trigger'],
  ['deletion log', 'GET', '/api/admin/deletion-log/all'],
]

/** The duration of each request about 100,000 images, and the longest wait of a small parallel one. */
export const run: Scenario = async ({ rounds }) => {
  const dataDir = newDataDir()
  try {
    await seedGroups(dataDir, groups, spec)
    await using service = await startService({ DATA_DIR: dataDir })
    await untilIdle(service.pid)
    const headers = await adminSession(service.url)
    await using neighbour = startNeighbour(service.url)
    const rows: string[][] = []
    for (const [name, method, path] of requests) {
      const times: number[] = []
      const waits: number[] = []
      for (let round = 0; round < (method === 'GET' ? rounds : 1); round++) {
        await neighbour.longestWait()
        const began = performance.now()
        const answer = await fetch(`${service.url}${path}`, { method, headers })
        for await (const _ of answer.body ?? []);
        times.push(performance.now() - began)
        if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
        await sleep(50)
        waits.push(await neighbour.longestWait())
      }
      rows.push([name, figure(median(times), 0), figure(median(waits), 0), figure(Math.max(...waits), 0)])
    }
    const columns = ['request', 'ms', 'longest wait of another, ms: median', 'worst']
    return [{ title: `Who waits for requests about ${groups * perGroup} images`, columns, rows }]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
