import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#server/adapters/database/database.ts'
import { openSqlite } from '#server/adapters/database/dialects/sqlite.ts'
import { cpuSeconds, memoryMiB, watchMemory } from '#tests/support/servers/process-tree.ts'
import { type Running, startService } from './support/start-service.ts'
import { figure, median, type Scenario, type Table } from './support/table.ts'
import { untilIdle } from './support/until-idle.ts'

const rounds = 30
const maxSettleMs = 20_000

interface Read {
  readonly firstMs: number
  readonly ms: number
  readonly bytes: number
  readonly encoding: string
  readonly text: string
}

/** Reads an answer and discards it, unless it is short. */
const read = (url: string, encoding = 'identity') =>
  new Promise<Read>((resolve, reject) => {
    const began = performance.now()
    get(url, { headers: { 'accept-encoding': encoding } }, (answer) => {
      const kept: Buffer[] = []
      let [bytes, firstMs] = [0, 0]
      answer.on('data', (chunk: Buffer) => {
        firstMs ||= performance.now() - began
        bytes += chunk.length
        if (bytes < 2 ** 20) kept.push(chunk)
      })
      answer.on('end', () => {
        const text = bytes < 2 ** 20 ? Buffer.concat(kept).toString() : ''
        resolve({
          firstMs,
          ms: performance.now() - began,
          bytes,
          encoding: String(answer.headers['content-encoding']),
          text,
        })
      })
    }).on('error', reject)
  })

/** The longest wait of another request while `work` runs. */
async function meanwhile<T>(
  { url }: Running,
  work: Promise<T>,
): Promise<{ value: T; longestMs: number; medianMs: number }> {
  let done = false
  const times: number[] = []
  const ask = async () => {
    while (!done) {
      times.push((await read(`${url}/health/ready`)).ms)
      await sleep(5)
    }
  }
  const asking = ask()
  const value = await work.finally(() => {
    done = true
  })
  await asking
  return { value, longestMs: Math.max(...times), medianMs: median(times) }
}

async function times(count: number, work: (index: number) => Promise<unknown>): Promise<string[]> {
  const all: number[] = []
  for (let index = 0; index < count; index++) {
    const began = performance.now()
    await work(index)
    all.push(performance.now() - began)
  }
  return [figure(median(all)), figure(Math.max(...all))]
}

/** The groups have no files, so the background work that looks for them is not awaited. */
const settled = ({ pid }: Running) => Promise.race([untilIdle(pid), sleep(maxSettleMs)])

/** The feed of the data folder SEEDED, filled by `benchmarks/seed.ts`. */
export const run: Scenario = async () => {
  const { SEEDED: dataDir } = process.env
  if (dataDir === undefined)
    throw new Error('node benchmarks/seed.ts --to FOLDER, then SEEDED=FOLDER npm run bench -- large-feed')
  await using service = await startService({ DATA_DIR: dataDir })
  await settled(service)
  const feed = `${service.url}/api/groups`
  const before = memoryMiB(service.pid)
  const memory = watchMemory(service.pid)
  const first = await meanwhile(service, read(feed))
  const peak = memory.stop()
  await settled(service)
  const kept = memoryMiB(service.pid)
  const page = JSON.parse((await read(`${feed}?limit=100`)).text) as {
    groups: { groupId: string }[]
    totalCount: number
  }
  const { totalCount } = page
  const someId = page.groups[50]?.groupId ?? ''
  await using database = await openDatabase(openSqlite(join(dataDir, 'werkschau.db')))
  const change = (index: number) =>
    database.transaction((tx) =>
      tx.groups.update(page.groups[index]?.groupId ?? '', { title: `Again ${index} ${Date.now()}` }),
    )
  const afterChange: number[] = []
  const cpuBefore = cpuSeconds(service.pid)
  for (let index = 0; index < rounds; index++) {
    await change(index)
    afterChange.push((await read(`${feed}?limit=1`)).ms)
  }
  await sleep(300)
  const changeCpu = ((cpuSeconds(service.pid) - cpuBefore) * 1_000) / rounds
  const offset = () => Math.floor(Math.random() * (totalCount - 100))
  const whole = await meanwhile(service, read(feed, 'gzip'))
  const rows = [
    ['first read: first byte; all', figure(first.value.firstMs, 0), figure(first.value.ms, 0)],
    ['another request meanwhile: median; longest', figure(first.medianMs), figure(first.longestMs)],
    [
      'page of 100 anywhere: median; longest',
      ...(await times(rounds, () => read(`${feed}?limit=100&offset=${offset()}`))),
    ],
    ['one group: median; longest', ...(await times(100, () => read(`${feed}/${someId}`)))],
    [
      'first read of a page of 1 after a change: median; longest',
      figure(median(afterChange)),
      figure(Math.max(...afterChange)),
    ],
    ['all, gzip: first byte; all', figure(whole.value.firstMs), figure(whole.value.ms, 0)],
    ['another request meanwhile: median; longest', figure(whole.medianMs), figure(whole.longestMs)],
  ]
  const perGroup = ((kept - before) * 2 ** 20) / totalCount
  const table: Table = {
    title: `The feed of ${totalCount} groups, ms`,
    columns: ['what', '', ''],
    rows,
    notes: [
      `Memory: ${figure(before, 0)} MiB before, ${figure(kept, 0)} MiB after, ${figure(peak, 0)} MiB at most: ${figure(perGroup, 0)} bytes a group. ` +
        `The answer has ${figure(first.value.bytes / totalCount, 0)} bytes a group, ${figure(whole.value.bytes / totalCount, 0)} as ${whole.value.encoding}. ` +
        `A change and the read after it take ${figure(changeCpu)} ms of CPU.`,
    ],
    goals: [
      { what: `feed of ${totalCount}, bytes of memory a group`, value: perGroup, digits: 0, most: 600 },
      { what: `feed of ${totalCount}, first read after a change, ms`, value: median(afterChange), most: 50 },
      { what: `feed of ${totalCount}, page of 100 anywhere, ms`, value: Number(rows[2]?.[1]), most: 20 },
      { what: `feed of ${totalCount}, one group, ms`, value: Number(rows[3]?.[1]), most: 1 },
    ],
  }
  return [table]
}
