import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { openDatabase } from '#server/adapters/database/database.ts'
import { openSqlite } from '#server/adapters/database/dialects/sqlite.ts'
import { makePhoto } from '#tests/support/images/make-image.ts'
import { cpuSeconds } from '#tests/support/servers/process-tree.ts'
import { httpLoad } from './support/http-load.ts'
import { seedGroups } from './support/seed-groups.ts'
import { newDataDir, type Running, startFloor, startService } from './support/start-service.ts'
import { figure, type Goal, median, medianRatio, type Scenario, sideBySide, type Table } from './support/table.ts'
import { untilIdle } from './support/until-idle.ts'

/** Seconds of each measurement. */
let seconds = 3

async function load(running: Running, path: string, headers: Record<string, string>) {
  const cpuBefore = cpuSeconds(running.pid)
  const { requestsPerSecond, errors } = await httpLoad(`${running.url}${path}`, { headers, seconds })
  if (errors > 0) throw new Error(`${errors} requests of ${path} were answered with an error`)
  return { requestsPerSecond, cpuMicros: ((cpuSeconds(running.pid) - cpuBefore) * 1e6) / (requestsPerSecond * seconds) }
}

/** Requests per second compared with a bare server that answers the same bytes. */
async function throughput(
  count: number,
  rounds: number,
): Promise<{ rows: string[][]; goals: Goal[]; cpu304: number; cpuGroup: number }> {
  const dataDir = newDataDir()
  try {
    const groups = await seedGroups(dataDir, count)
    await using service = await startService({ DATA_DIR: dataDir })
    await untilIdle(service.pid)
    const url = `${service.url}/api/groups`
    const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
    const bytes = Buffer.from(await plain.arrayBuffer())
    let etag = ''
    await until(async () => {
      const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
      await answer.body?.cancel()
      etag = answer.headers.get('etag') ?? ''
      return answer.headers.get('content-encoding') === 'gzip'
    })
    const files = { plain: join(dataDir, 'feed.json'), gzip: join(dataDir, 'feed.json.gz') }
    writeFileSync(files.plain, bytes)
    writeFileSync(files.gzip, gzipSync(bytes))
    const variants = [
      {
        name: 'plain',
        headers: { 'accept-encoding': 'identity' },
        floor: [files.plain, '200', '{"content-type":"application/json"}'],
      },
      {
        name: 'gzip',
        headers: { 'accept-encoding': 'gzip' },
        floor: [files.gzip, '200', '{"content-type":"application/json","content-encoding":"gzip"}'],
      },
      { name: '304', headers: { 'if-none-match': etag }, floor: ['', '304', JSON.stringify({ etag })] },
    ]
    const rows: string[][] = []
    const goals: Goal[] = []
    let cpu304 = 0
    for (const { name, headers, floor } of variants) {
      await using bare = await startFloor('http-floor.ts', floor)
      await load(service, '/api/groups', headers as Record<string, string>)
      const { a, b } = await sideBySide(
        rounds,
        () => load(service, '/api/groups', headers as Record<string, string>),
        () => load(bare, '/', {}),
      )
      const ours = a.map((each) => each.requestsPerSecond)
      const floors = b.map((each) => each.requestsPerSecond)
      const ratio = medianRatio(ours, floors)
      rows.push([String(count), name, figure(median(ours), 0), figure(median(floors), 0), figure(ratio)])
      goals.push({ what: `feed of ${count}, ${name}, requests/s beside node:http`, value: ratio, floor: 1, least: 0.8 })
      if (name === '304') cpu304 = median(a.map((each) => each.cpuMicros))
    }
    const one = await load(service, `/api/groups/${groups[0]?.groupId}`, {})
    return { rows, goals, cpu304, cpuGroup: one.cpuMicros }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The bytes of an answer, read as cheaply as Node can. */
const readBytes = (url: string, encoding: string) =>
  new Promise<Buffer>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)))
    }).on('error', reject)
  })

/** Milliseconds of the first read after an approval in another process, 10,000 groups, and of the read after it. */
async function afterApproval(
  encoding: 'identity' | 'gzip',
  count: number,
): Promise<{ first: number; next: number; cpuMs: number }> {
  const dataDir = newDataDir()
  try {
    const groups = await seedGroups(dataDir, count)
    await using service = await startService({ DATA_DIR: dataDir })
    await using database = await openDatabase(openSqlite(join(dataDir, 'werkschau.db')))
    const url = `${service.url}/api/groups`
    const read = async () => {
      const began = performance.now()
      const bytes = await readBytes(url, encoding)
      return { ms: performance.now() - began, bytes }
    }
    await read()
    await untilIdle(service.pid)
    const isCompressed = async () => (await readBytes(url, encoding)).subarray(0, 2).equals(gzipMark)
    await until(async () => encoding === 'identity' || isCompressed())
    const next: number[] = []
    const first: number[] = []
    const cpuMs: number[] = []
    for (const group of groups.slice(0, 12)) {
      await database.transaction((tx) => tx.groups.update(group.groupId, { title: `Approved ${group.groupId}` }))
      const cpuBefore = cpuSeconds(service.pid)
      const changed = await read()
      cpuMs.push((cpuSeconds(service.pid) - cpuBefore) * 1000)
      const text = encoding === 'gzip' ? gunzipSync(changed.bytes) : changed.bytes
      if (!text.includes(`Approved ${group.groupId}`)) throw new Error('The feed was stale')
      first.push(changed.ms)
      next.push((await read()).ms)
    }
    return {
      first: median(first),
      next: median(next),
      cpuMs: cpuMs.reduce((sum, each) => sum + each, 0) / cpuMs.length,
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
const gzipMark = Buffer.from([0x1f, 0x8b])

/** The 99th percentile of reading 1,000 groups 25 times a second, while idle and while 16 visitors upload. */
async function underUpload(): Promise<{ idle: number; busy: number }> {
  const dataDir = newDataDir()
  try {
    await seedGroups(dataDir, 1_000)
    await using service = await startService({ DATA_DIR: dataDir })
    await untilIdle(service.pid)
    const photo = join(dataDir, 'photo.jpg')
    writeFileSync(photo, await makePhoto())
    const percentile = async (done: () => boolean) => {
      const times: Promise<number>[] = []
      const end = performance.now() + seconds * 2_700
      while (performance.now() < end && !done()) {
        const began = performance.now()
        times.push(
          fetch(`${service.url}/api/groups`).then(async (answer) => {
            await answer.arrayBuffer()
            return performance.now() - began
          }),
        )
        await new Promise((resolve) => setTimeout(resolve, 40))
      }
      const sorted = (await Promise.all(times)).sort((a, b) => a - b)
      return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
    }
    await percentile(() => false)
    const idle = await percentile(() => false)
    let finished = false
    const sender = spawn(process.execPath, [join(import.meta.dirname, 'support/send-many.ts'), service.url, photo], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const uploads = once(sender, 'exit').then(([code]) => {
      finished = true
      if (code !== 0) throw new Error('The uploads failed')
    })
    const busy = await percentile(() => finished)
    await uploads
    return { idle, busy }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export const run: Scenario = async ({ rounds, isSmall }) => {
  if (isSmall) seconds = 1
  const results = []
  const counts = isSmall ? [10, 20, 30] : [10, 1_000, 10_000]
  for (const count of counts) results.push(await throughput(count, rounds))
  const [small, , large] = results
  const plain = await afterApproval('identity', counts[2] ?? 0)
  const gzip = await afterApproval('gzip', counts[2] ?? 0)
  const { idle, busy } = await underUpload()
  const tables: Table[] = [
    {
      title: 'Requests per second of GET /api/groups',
      columns: ['groups', 'answer', 'req/s', 'bare node:http', 'ratio'],
      rows: results.flatMap(({ rows }) => rows),
      goals: results.flatMap(({ goals }) => goals),
    },
    {
      title: 'Cost and freshness',
      columns: ['what', 'measured', 'beside', 'ratio'],
      rows: [
        [
          'CPU µs of a 304, 10,000 groups beside 10',
          figure(large?.cpu304 ?? 0, 0),
          figure(small?.cpu304 ?? 0, 0),
          figure((large?.cpu304 ?? 0) / (small?.cpu304 ?? 1)),
        ],
        [
          'CPU µs of one group, 10,000 groups beside 10',
          figure(large?.cpuGroup ?? 0, 0),
          figure(small?.cpuGroup ?? 0, 0),
          figure((large?.cpuGroup ?? 0) / (small?.cpuGroup ?? 1)),
        ],
        ...[
          { name: 'plain', ...plain },
          { name: 'gzip', ...gzip },
        ].map(({ name, first, next }) => [
          `ms of the first read after a change, 10,000 groups, ${name}, beside the next read`,
          figure(first, 1),
          figure(next, 1),
          figure(first / next),
        ]),
        [
          'ms p99 at 25 reads/s while 16 visitors upload, beside idle',
          figure(busy, 1),
          figure(idle, 1),
          figure(busy / idle),
        ],
      ],
      goals: [
        { what: 'CPU of a 304, 10,000 groups beside 10', value: ratioOf(large?.cpu304, small?.cpu304), most: 1.5 },
        {
          what: 'CPU of one group, 10,000 groups beside 10',
          value: ratioOf(large?.cpuGroup, small?.cpuGroup),
          most: 1.5,
        },
        { what: 'first read after a change, 10,000 groups, ms, plain', value: plain.first, digits: 1, most: 25 },
        { what: 'first read after a change, 10,000 groups, ms, gzip', value: gzip.first, digits: 1, most: 25 },
        { what: 'p99 of the feed while 16 visitors upload, beside idle', value: busy / idle, most: 3 },
      ],
      notes: [
        `The first read after a change takes ${figure(plain.cpuMs, 0)} ms of CPU plain and ${figure(gzip.cpuMs, 0)} ms with gzip.`,
      ],
    },
  ]
  return tables
}

const ratioOf = (value = Number.NaN, beside = Number.NaN): number => value / beside

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20))
}
