import { Client } from 'pg'
import { openDatabase } from '#server/adapters/database/database.ts'
import { openPostgres } from '#server/adapters/database/dialects/postgres.ts'
import type { Database } from '#server/ports/deps.ts'
import { seedGroups } from '#tests/support/seed-groups.ts'
import { onConnectionLost } from '#tests/support/servers/databases.ts'
import { startOwnPostgres } from '#tests/support/servers/postgres-server.ts'
import {
  figure,
  median,
  medianRatio,
  type Scenario,
  type ScenarioOptions,
  sideBySide,
  type Table,
} from './support/table.ts'

const connections = 16
const measuredMs = 4_000
/** Microseconds that each flush of the server's log is delayed. */
const delays = [0, 7_000]

/** Runs of `work` per second, with as many clients as connections. */
async function rate(ms: number, work: (index: number) => Promise<unknown>): Promise<number> {
  const ends = performance.now() + ms
  let done = 0
  const worker = async (_: unknown, index: number) => {
    for (; performance.now() < ends; done++) await work(index)
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return (done / ms) * 1_000
}

/** The way of the first release: one row is locked until the commit is on disk, with the message in the transaction. */
async function oneRow(clients: readonly Client[], groupIds: readonly string[]) {
  await clients[0]?.query(`
    create table if not exists one_row (version bigint);
    insert into one_row select 0 where not exists (select from one_row);
    create table if not exists one_row_changes (group_id text primary key, version bigint)`)
  return async (index: number) => {
    const client = clients[index] as Client
    const groupId = groupIds[index]
    await client.query('begin')
    await client.query('update groups set title = $2, revision = revision + 1 where group_id = $1', [groupId, 'again'])
    const { rows } = await client.query('update one_row set version = version + 1 returning version')
    const insert = 'insert into one_row_changes values ($1, $2) on conflict (group_id) do update set version = $2'
    await client.query(insert, [groupId, rows[0].version])
    await client.query("select pg_notify('one_row', $1)", [JSON.stringify({ version: rows[0].version, groupId })])
    await client.query('commit')
  }
}

const change = (database: Database, groupIds: readonly string[]) => (index: number) =>
  database.transaction((tx) => tx.groups.update(groupIds[index] ?? '', { title: 'again' }))

async function compared(
  delay: number,
  { rounds, isSmall }: ScenarioOptions,
): Promise<{ cells: string[]; ratio: number }> {
  const ms = isSmall ? measuredMs / 10 : measuredMs
  await using stack = new AsyncDisposableStack()
  const server = await startOwnPostgres({ commit_delay: String(delay), commit_siblings: '0' })
  stack.defer(() => server.stop())
  const database = await openDatabase(openPostgres(server.address, { onConnectionLost, connections }))
  stack.use(database)
  const groups = await seedGroups(
    database,
    Array.from({ length: connections }, () => ({ isApproved: true })),
  )
  const groupIds = groups.map(({ groupId }) => groupId)
  const clients = await Promise.all(
    groups.map(async () => {
      const client = new Client({ connectionString: server.address })
      await client.connect()
      stack.defer(() => client.end())
      return client
    }),
  )
  const before = await oneRow(clients, groupIds)
  const { a, b } = await sideBySide(
    rounds,
    () => rate(ms, change(database, groupIds)),
    () => rate(ms, before),
  )
  const ratio = medianRatio(a, b)
  return { cells: [figure(delay / 1_000, 0), figure(median(a), 0), figure(median(b), 0), figure(ratio, 1)], ratio }
}

/** The cost for readers: the number of changes, and the changes since. */
async function reads(): Promise<Table> {
  await using stack = new AsyncDisposableStack()
  const server = await startOwnPostgres()
  stack.defer(() => server.stop())
  const database = await openDatabase(openPostgres(server.address, { onConnectionLost, connections }))
  stack.use(database)
  const [group] = await seedGroups(database, [{ isApproved: true }])
  const change = () => database.transaction((tx) => tx.groups.update(group?.groupId ?? '', { title: 'again' }))
  const client = new Client({ connectionString: server.address })
  await client.connect()
  stack.defer(() => client.end())
  await client.query(
    'insert into change_counters select slot, 1 from generate_series(0, 63) slot on conflict do nothing',
  )
  await client.query("insert into group_changes select 'g' || n, 1, n % 64 from generate_series(1, 100000) n")
  await client.query('analyze group_changes')
  await change()
  const time = async (work: () => unknown) => {
    const times: number[] = []
    for (let count = 0; count < 300; count++) {
      const began = performance.now()
      await work()
      times.push(performance.now() - began)
    }
    return figure(median(times))
  }
  const { position } = await database.changes.since(await database.changes.position())
  const known = { version: position.version - 1, counters: position.counters }
  return {
    title: 'Reads, one after the other, with 64 counters in use and 100,000 changed groups',
    columns: ['what', 'ms'],
    rows: [
      ['a number by itself', await time(() => client.query('select 1'))],
      ['the number of changes', await time(() => database.changes.version())],
      ['what has changed', await time(() => database.changes.since(known))],
    ],
  }
}

export const run: Scenario = async (options) => {
  const measured: Awaited<ReturnType<typeof compared>>[] = []
  for (const delay of delays) measured.push(await compared(delay, options))
  const table: Table = {
    title: `Changes of different groups per second, ${connections} connections`,
    columns: ['each flush is held up, ms', 'now', 'one row for all', 'ratio'],
    rows: measured.map(({ cells }) => cells),
    goals: [
      {
        what: 'changes with flushes of 7 ms ÷ one row for all',
        value: measured[1]?.ratio ?? 0,
        floor: 1,
        digits: 1,
        least: 8,
      },
    ],
  }
  return [table, await reads()]
}
