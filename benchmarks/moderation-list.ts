import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SeedSpec } from '#tests/support/seed-groups.ts'
import { cpuSeconds, memoryMiB, watchMemory } from '#tests/support/servers/process-tree.ts'
import { adminSession } from './support/admin-session.ts'
import { seedGroups } from './support/seed-groups.ts'
import { newDataDir, type Running, startFloor, startService } from './support/start-service.ts'
import { figure, median, medianRatio, type Scenario, sideBySide, type Table } from './support/table.ts'
import { untilIdle } from './support/until-idle.ts'

const sizes = [10, 10_000]
const requests = 200
const title = 'A day in the workshop with everyone who came, and what was made of it. '.repeat(2)

/** Most are pending, one platform is common, one is rare. */
const spec = (index: number): SeedSpec => ({
  title,
  isApproved: index % 5 === 0,
  displayInWorkshop: index % 2 === 0,
  platformIds: [...(index % 2 === 0 ? [1] : []), ...(index % 500 === 0 ? [3] : [])],
  revokedIds: index % 4 === 1 ? [2] : [],
})

const lists = {
  'first page': '?limit=10',
  'waiting for approval': '?limit=10&status=pending',
  'common consent': '?limit=10&platform=facebook',
  'rare consent': '?limit=10&platform=tiktok',
  'consent that no group has': '?limit=10&platform=instagram',
  'last page': '?limit=10&offset=last',
  'first page of 100': '?limit=100',
  'queue as its page loads it': '?status=pending&order=deadline&limit=30&offset=0',
  'queue, last page': '?status=pending&order=deadline&limit=30&offset=lastWaiting',
  'queue, common consent': '?status=pending&consents=facebook&order=deadline&limit=30&offset=0',
  'queue, search': '?status=pending&search=workshop&order=deadline&limit=30&offset=0',
  'all, approved': '?status=approved&order=newest&limit=30&offset=0',
}

const withOffset = (query: string, count: number) =>
  query.replace('lastWaiting', String(Math.max(0, (count * 4) / 5 - 30))).replace('last', String(count - 10))

interface Load {
  readonly ms: number
  readonly cpuMs: number
}

/** Reads a URL repeatedly, one request after the other: the median, and the CPU per request. */
async function load({ pid }: Running, url: string, headers: Record<string, string> = {}): Promise<Load> {
  const times: number[] = []
  const cpuBefore = cpuSeconds(pid)
  for (let number = 0; number < requests; number++) {
    const began = performance.now()
    const answer = await fetch(url, { headers })
    await answer.arrayBuffer()
    times.push(performance.now() - began)
    if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`)
  }
  return { ms: median(times), cpuMs: ((cpuSeconds(pid) - cpuBefore) * 1_000) / requests }
}

async function withService<T>(count: number, use: (service: Running, headers: Record<string, string>) => Promise<T>) {
  const dataDir = newDataDir()
  try {
    await seedGroups(dataDir, count, spec)
    await using service = await startService({ DATA_DIR: dataDir })
    await untilIdle(service.pid)
    return await use(service, await adminSession(service.url))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const listTimes = (count: number, rounds: number) =>
  withService(count, async (service, headers) => {
    const rows = new Map<string, string[]>()
    for (const [name, query] of Object.entries(lists)) {
      const list = `${service.url}/api/admin/groups${withOffset(query, count)}`
      const file = join(service.dataDir, 'answer.json')
      writeFileSync(file, Buffer.from(await (await fetch(list, { headers })).arrayBuffer()))
      await using floor = await startFloor('http-floor.ts', [file])
      const { a, b } = await sideBySide(
        rounds,
        () => load(service, list, headers),
        () => load(floor, floor.url),
      )
      const [ours, floors] = [a, b].map((loads) => loads.map(({ ms }) => ms)) as [number[], number[]]
      const cpu = median(a.map(({ cpuMs }) => cpuMs))
      rows.set(name, [
        String(count),
        figure(median(ours)),
        figure(median(floors)),
        figure(medianRatio(ours, floors), 1),
        figure(cpu),
      ])
    }
    return rows
  })

async function listTable(rounds: number): Promise<Table> {
  const bySize: Map<string, string[]>[] = []
  for (const count of sizes) bySize.push(await listTimes(count, rounds))
  return {
    title: 'The list of groups, until its last byte',
    columns: ['list', 'groups', 'ms', 'bare node:http, same bytes, ms', 'ratio', 'CPU ms'],
    rows: Object.keys(lists).flatMap((name) => bySize.map((rows) => [name, ...(rows.get(name) ?? [])])),
  }
}

async function exportOnce({ url, pid }: Running, headers: Record<string, string>, format: string) {
  const before = memoryMiB(pid)
  const memory = watchMemory(pid)
  const began = performance.now()
  const answer = await fetch(`${url}/api/admin/consents/export?format=${format}`, { headers })
  let bytes = 0
  for await (const chunk of answer.body ?? []) bytes += chunk.length
  const ms = performance.now() - began
  await new Promise((resolve) => setTimeout(resolve, 100))
  return [figure(ms, 0), figure(bytes / 2 ** 20), figure(memory.stop() - before, 1)]
}

/** Whole exports: duration, size and additional memory. */
async function exportTable(): Promise<Table> {
  const rows: string[][] = []
  for (const count of sizes) {
    await withService(count, async (service, headers) => {
      await exportOnce(service, headers, 'json')
      for (const format of ['json', 'csv']) {
        rows.push([format, String(count), ...(await exportOnce(service, headers, format))])
      }
    })
  }
  return { title: 'Export of the consents', columns: ['format', 'groups', 'ms', 'MiB', 'additional memory, MiB'], rows }
}

export const run: Scenario = async ({ rounds }) => [await listTable(rounds), await exportTable()]
