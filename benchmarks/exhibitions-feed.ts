import { rmSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { openDatabase } from '#server/adapters/database/database.ts'
import { openSqlite } from '#server/adapters/database/dialects/sqlite.ts'
import { seedGroups } from '#tests/support/seed-groups.ts'
import { httpLoad } from './support/http-load.ts'
import { newDataDir, type Running, startService } from './support/start-service.ts'
import { figure, type Scenario, type Table } from './support/table.ts'
import { untilIdle } from './support/until-idle.ts'

const slugOf = (number: number) => (number === 1 ? 'main' : `class-${number}`)

/** Approved groups of one image each, spread over that many exhibitions. Returns the first group of each. */
async function seed(dataDir: string, { groups, exhibitions }: { groups: number; exhibitions: number }) {
  await using database = await openDatabase(openSqlite(join(dataDir, 'werkschau.db')))
  const fields = { opensAt: null, closesAt: null, endsAt: null, deletedAfterDays: null, accessCode: null }
  await database.transaction(async (tx) => {
    for (let number = 2; number <= exhibitions; number++) {
      const slug = slugOf(number)
      await tx.exhibitions.add({ ...fields, slug, name: slug, texts: {}, platformIds: null, gallery: false })
    }
  })
  const spec = (index: number) => ({ isApproved: true, exhibitionId: (index % exhibitions) + 1 })
  const seeded = await seedGroups(
    database,
    Array.from({ length: groups }, (_, index) => spec(index)),
  )
  return seeded.slice(0, exhibitions).map(({ groupId }) => groupId)
}

/** Milliseconds until the last byte of a feed. */
const readMs = ({ url }: Running, slug: string) =>
  new Promise<number>((resolve, reject) => {
    const began = performance.now()
    get(`${url}/api/groups?exhibition=${slug}`, { headers: { 'accept-encoding': 'identity' } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${slug} was answered with ${answer.statusCode}`))
      answer.resume().on('end', () => resolve(performance.now() - began))
    }).on('error', reject)
  })

const p99 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN

interface Size {
  readonly groups: number
  readonly exhibitions: number
  readonly seconds: number
  readonly reads: number
}

async function measure({ groups, exhibitions, seconds, reads }: Size): Promise<string[]> {
  const dataDir = newDataDir()
  try {
    const firstOf = await seed(dataDir, { groups, exhibitions })
    await using service = await startService({ DATA_DIR: dataDir })
    await using database = await openDatabase(openSqlite(join(dataDir, 'werkschau.db')))
    const slugs = Array.from({ length: exhibitions }, (_, index) => slugOf(index + 1))
    for (const slug of [...slugs, '*']) await readMs(service, slug)
    await untilIdle(service.pid)
    const slugAt = (index: number) => slugs[index % exhibitions] ?? 'main'
    const load = async (query: string) => {
      const { requestsPerSecond, errors } = await httpLoad(`${service.url}/api/groups${query}`, { seconds })
      if (errors > 0) throw new Error(`${errors} requests of ${query} were answered with an error`)
      return figure(requestsPerSecond, 0)
    }
    const perSecond = [
      await load(''),
      await load(`?exhibition=${slugAt(exhibitions - 1)}`),
      await load('?exhibition=*'),
    ]
    const hot: number[] = []
    for (let index = 0; index < reads; index++) hot.push(await readMs(service, slugAt(index)))
    const changed: number[] = []
    for (let index = 0; index < reads; index++) {
      const groupId = firstOf[index % exhibitions] ?? ''
      await database.transaction((tx) => tx.groups.update(groupId, { title: `Change ${index}` }))
      // The exhibition of the change, and one that did not change.
      for (const each of [index, index + 1]) changed.push(await readMs(service, slugAt(each)))
    }
    return [String(exhibitions), ...perSecond, figure(p99(hot), 1), figure(p99(changed), 1)]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export const run: Scenario = async ({ isSmall }) => {
  const size = isSmall ? { groups: 100, seconds: 1, reads: 20 } : { groups: 10_000, seconds: 3, reads: 500 }
  const rows: string[][] = []
  for (const exhibitions of isSmall ? [1, 10] : [1, 10, 1_000]) rows.push(await measure({ ...size, exhibitions }))
  const table: Table = {
    title: `The feeds of ${size.groups} groups in several exhibitions`,
    columns: [
      'exhibitions',
      'main, req/s',
      'last one, req/s',
      'all (*), req/s',
      'hot, ms p99',
      'after a change, ms p99',
    ],
    rows,
    goals: [],
    notes: [
      'p99 of one reader that asks for one exhibition after the other; with one exhibition, its feed and `*` hold all groups.',
    ],
  }
  return [table]
}
