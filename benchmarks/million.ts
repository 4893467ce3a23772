import { setTimeout as sleep } from 'node:timers/promises'
import { memoryMiB, watchMemory } from '#tests/support/servers/process-tree.ts'
import { adminSession } from './support/admin-session.ts'
import { startNeighbour } from './support/start-neighbour.ts'
import { startService } from './support/start-service.ts'
import { figure, median, type Scenario } from './support/table.ts'
import { untilIdle } from './support/until-idle.ts'

const maxSettleMs = 20_000
const wantedMs = 300
/** Bytes to read of an answer. */
const longest = 10_000_000

type Request = readonly [name: string, path: string]

const groups = '/api/admin/groups'
/** Answered as a whole: measured until the end. */
const pages: readonly Request[] = [
  ['newest groups', `${groups}?limit=50`],
  ['pending', `${groups}?limit=50&status=pending&order=deadline`],
  ['changed by owners', `${groups}?limit=50&status=changed`],
  ['far page', `${groups}?limit=50&offset=200000`],
  ['workshop only', `${groups}?limit=50&workshopOnly=true`],
  ['platform, every second group', `${groups}?limit=50&platform=1`],
  ['platform, no group', `${groups}?limit=50&platform=3`],
  ['counts by state', `${groups}/counts`],
  ['overview', '/api/admin/overview'],
  ['deletion log', '/api/admin/deletion-log?limit=100'],
  ['deletion log, figures', '/api/admin/deletion-log/stats'],
  ['management log', '/api/admin/management-audit?limit=100'],
  ['management log, figures', '/api/admin/management-audit/stats'],
  ['log of admins', '/api/admin/admin-audit?limit=100'],
  ['log of admins, of one', '/api/admin/admin-audit?limit=100&actor=admin3'],
  [
    'log of admins, since a day',
    '/api/admin/admin-audit?limit=100&since=2020-01-01T00:00:00Z&until=2020-01-02T00:00:00Z',
  ],
  ['log of admins, a search without a match', '/api/admin/admin-audit?limit=100&search=nobody'],
  ['log of admins, its actors', '/api/admin/admin-audit/actors'],
  ['removal requests', '/api/admin/removal-requests?limit=100'],
  ['metrics', '/metrics'],
]
/** Streamed: measured until the first byte. */
const streams: readonly Request[] = [
  ['list without a limit', groups],
  ['by consent', `${groups}/by-consent?displayInWorkshop=true`],
  ['without a consent', `${groups}/by-consent?platformConsent=false`],
  ['export, JSON', '/api/admin/consents/export'],
  ['export, CSV, one year', '/api/admin/consents/export?format=csv&year=2024'],
  ['take-downs', '/api/admin/consents/takedowns'],
  ['whole deletion log', '/api/admin/deletion-log/all'],
  ['log of admins, CSV', '/api/admin/admin-audit?format=csv'],
  ['preview of the cleanup', '/api/admin/cleanup/preview'],
]

interface Times {
  readonly firstMs: number
  readonly allMs: number
  readonly bytes: number
}

/** Reads an answer, or the beginning of a very long one. */
async function read(url: string, headers: Record<string, string>): Promise<Times> {
  const began = performance.now()
  const answer = await fetch(url, { headers })
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  let [firstMs, bytes] = [0, 0]
  for await (const chunk of answer.body ?? []) {
    firstMs ||= performance.now() - began
    bytes += chunk.length
    if (bytes > longest) break
  }
  return { firstMs, allMs: performance.now() - began, bytes }
}

const p99 = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? 0

/** The admins' reads of the data folder SEEDED, filled by `benchmarks/seed.ts --mixed`, or of DATABASE_URL. */
export const run: Scenario = async ({ rounds }) => {
  const { SEEDED: dataDir, DATABASE_URL } = process.env
  if (dataDir === undefined) {
    throw new Error('node benchmarks/seed.ts --mixed --to FOLDER, then SEEDED=FOLDER npm run bench -- million')
  }
  const server = DATABASE_URL && { DATABASE_URL, ADMIN_SESSION_SECRET: 'secret of the benchmark, which is long enough' }
  await using service = await startService({ DATA_DIR: dataDir, ...server })
  // The groups have no files, so the background work that looks for them is not awaited.
  await Promise.race([untilIdle(service.pid), sleep(maxSettleMs)])
  const headers = await adminSession(service.url)
  await using neighbour = startNeighbour(service.url)
  const before = memoryMiB(service.pid)
  const memory = watchMemory(service.pid)
  const measure = async ([name, path]: Request, times: number, wanted: (read: Times) => number) => {
    const reads: Times[] = []
    const waits: number[] = []
    for (let round = 0; round < times; round++) {
      await neighbour.longestWait()
      reads.push(await read(`${service.url}${path}`, headers))
      waits.push(await neighbour.longestWait())
    }
    const reached = p99(reads.slice(1).map(wanted))
    const row = [
      name,
      figure(wanted(reads[0] as Times), 0),
      figure(median(reads.slice(1).map(wanted)), 0),
      figure(reached, 0),
      figure(median(reads.map(({ allMs }) => allMs)), 0),
      figure(Math.max(...waits), 0),
      reached <= wantedMs ? 'yes' : 'no',
    ]
    console.error(row.join('  '))
    return { row, goal: { what: `${name}, ms`, value: reached, digits: 0, most: wantedMs } }
  }
  const measured = []
  for (const page of pages) measured.push(await measure(page, rounds * 10, ({ allMs }) => allMs))
  for (const stream of streams) measured.push(await measure(stream, 2, ({ firstMs }) => firstMs))
  return [
    {
      title: 'Reads of admins with very many groups, ms',
      columns: [
        'request',
        'first time',
        'median',
        'p99',
        'to its end or 10 MB',
        'longest wait of another',
        `≤ ${wantedMs}`,
      ],
      rows: measured.map(({ row }) => row),
      notes: [
        'Lists and exports without a limit are sent as they are read: their time is that until the first byte.',
        `Memory: ${figure(before, 0)} MiB before, ${figure(memory.stop(), 0)} MiB at most.`,
      ],
      goals: measured.map(({ goal }) => goal),
    },
  ]
}
