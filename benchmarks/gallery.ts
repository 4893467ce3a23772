import { rmSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { openDatabase } from '#server/adapters/database/database.ts'
import { openSqlite } from '#server/adapters/database/dialects/sqlite.ts'
import type { Database } from '#server/ports/deps.ts'
import { seedGroups } from '#tests/support/seed-groups.ts'
import { memoryMiB } from '#tests/support/servers/process-tree.ts'
import { newDataDir, type Running, startService } from './support/start-service.ts'
import { figure, type Scenario, type Table } from './support/table.ts'
import { untilIdle } from './support/until-idle.ts'

/** The platform that the migration adds. */
const website = 4
const photosOfGroup = 4

/** Approved groups that agreed to the web, without files, and a gallery that shows them. Returns one of them. */
async function seed(database: Database, groups: number): Promise<string> {
  const specs = Array.from({ length: groups }, () => ({
    isApproved: true,
    images: photosOfGroup,
    platformIds: [website],
  }))
  const [first] = await seedGroups(database, specs)
  const [main] = await database.exhibitions.all()
  if (main) await database.transaction((tx) => tx.exhibitions.update({ ...main, gallery: true }))
  return first?.groupId ?? ''
}

interface Read {
  readonly ms: number
  readonly bytes: number
}

/** Until the last byte. */
const read = ({ url }: Running, path: string) =>
  new Promise<Read>((resolve, reject) => {
    const began = performance.now()
    get(url + path, { headers: { 'accept-encoding': 'gzip', accept: 'text/html' } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${path} was answered with ${answer.statusCode}`))
      let bytes = 0
      answer
        .on('data', (piece: Buffer) => {
          bytes += piece.length
        })
        .on('end', () => resolve({ ms: performance.now() - began, bytes }))
    }).on('error', reject)
  })

const at = (share: number, times: readonly number[]) =>
  figure(times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN, 1)
const medianAndP99 = (times: readonly number[]) => [at(0.5, times), at(0.99, times)]

interface Size {
  readonly groups: number
  readonly reads: number
}

async function measure({ groups, reads }: Size): Promise<Omit<Table, 'title'>> {
  const dataDir = newDataDir()
  try {
    await using database = await openDatabase(openSqlite(join(dataDir, 'werkschau.db')))
    const groupId = await seed(database, groups)
    await using service = await startService({ DATA_DIR: dataDir })
    await untilIdle(service.pid)
    const before = memoryMiB(service.pid)
    const first = await read(service, '/gallery')
    const paths: [string, (index: number) => string][] = [
      ['first page', () => '/gallery'],
      ['any page', (index) => `/gallery?offset=${(index * 24) % (24 * Math.floor(groups / 24))}`],
      ['Atom', () => '/gallery/main/feed.atom'],
      ['JSON, 50 groups', (index) => `/api/gallery/main?offset=${(index * 50) % groups}`],
      ['public feed', () => '/api/groups'],
    ]
    const rows: string[][] = []
    for (const [name, pathOf] of paths) {
      const hot: number[] = []
      const changed: number[] = []
      const { bytes } = await read(service, pathOf(0))
      for (let index = 0; index < reads; index++) hot.push((await read(service, pathOf(index))).ms)
      for (let index = 0; index < reads; index++) {
        await database.transaction((tx) => tx.groups.update(groupId, { title: `${name} ${index}` }))
        changed.push((await read(service, pathOf(index))).ms)
      }
      rows.push([name, figure(bytes / 1_000, 1), ...medianAndP99(hot), ...medianAndP99(changed)])
    }
    await untilIdle(service.pid)
    const memory = `${figure(before, 0)} MiB before the first visit, ${figure(memoryMiB(service.pid), 0)} MiB at the end`
    return {
      columns: ['read', 'kB (gzip)', 'median ms', 'p99', 'after a change: median ms', 'p99'],
      rows,
      goals: [],
      notes: [`The first visit of all, which reads the whole gallery: ${figure(first.ms, 0)} ms. Memory: ${memory}.`],
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export const run: Scenario = async ({ isSmall }) => {
  const size = isSmall ? { groups: 50, reads: 20 } : { groups: 2_500, reads: 500 }
  return [{ title: `The gallery of ${size.groups * photosOfGroup} photos`, ...(await measure(size)) }]
}
