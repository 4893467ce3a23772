import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeImage, makePhoto } from '#tests/support/images/make-image.ts'
import { memoryMiB } from '#tests/support/servers/process-tree.ts'
import { seedGroups } from './support/seed-groups.ts'
import { batchBody, sendBatch } from './support/send-batch.ts'
import { newDataDir, startFloor, startService } from './support/start-service.ts'
import {
  figure,
  type Goal,
  median,
  medianRatio,
  type Scenario,
  type ScenarioOptions,
  sideBySide,
  type Table,
} from './support/table.ts'
import { untilIdle } from './support/until-idle.ts'

/** Milliseconds from the start of the process to the first 200 of the feed. */
async function firstAnswer(dataDir: string): Promise<number> {
  const began = performance.now()
  await using service = await startService({ DATA_DIR: dataDir })
  const answer = await fetch(`${service.url}/api/groups`)
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`The feed answered ${answer.status}`)
  return performance.now() - began
}

/** MiB of a service that has only answered /health. */
async function idleMemory(): Promise<Goal> {
  await using floor = await startFloor('http-floor.ts', ['', '304'])
  await using service = await startService()
  await (await fetch(`${service.url}/health`)).arrayBuffer()
  await untilIdle(service.pid)
  return {
    what: 'memory of an idle service, MiB',
    value: memoryMiB(service.pid),
    floor: memoryMiB(floor.pid),
    digits: 0,
    most: 80,
  }
}

async function bareStart(): Promise<number> {
  const began = performance.now()
  await using floor = await startFloor('http-floor.ts', ['', '304'])
  await fetch(floor.url)
  return performance.now() - began
}

async function startTimes({ rounds, isSmall }: ScenarioOptions): Promise<Table> {
  const rows: string[][] = []
  const goals: Goal[] = []
  for (const count of [0, isSmall ? 100 : 10_000]) {
    const dataDir = newDataDir()
    await seedGroups(dataDir, count)
    const { a, b } = await sideBySide(rounds, () => firstAnswer(dataDir), bareStart)
    const wantedMs = count === 0 ? 200 : 534
    rows.push([String(count), figure(median(a), 0), figure(median(b), 0), figure(medianRatio(a, b))])
    goals.push({
      what: `start to the first answer, ${count} groups, ms`,
      value: median(a),
      floor: median(b),
      digits: 0,
      most: wantedMs,
    })
    rmSync(dataDir, { recursive: true, force: true })
  }
  goals.push(await idleMemory())
  return {
    title: 'Start to the first answer of the feed',
    columns: ['groups', 'ms', 'bare node:http ms', 'ratio'],
    rows,
    goals,
    notes: [
      'With 10,000 groups wanted is 0.6 of what a server of Express, multer, better-sqlite3 and sharp took on another day of this machine.',
    ],
  }
}

/** 60 originals without previews: images per second until all are made, compared with sharp alone. */
async function backfill({ rounds, isSmall }: ScenarioOptions): Promise<Table> {
  const dataDir = newDataDir()
  const photo = isSmall ? await makeImage() : await makePhoto({ profile: 'p3' })
  {
    await using service = await startService({ DATA_DIR: dataDir })
    for (let batch = 0; batch < 3; batch++)
      await sendBatch(service.url, batchBody(Array.from({ length: 20 }, () => photo)))
  }
  const previews = join(dataDir, 'previews')
  const originals = readdirSync(join(dataDir, 'upload')).map((name) => join(dataDir, 'upload', name))
  const { a, b } = await sideBySide(
    rounds,
    async () => {
      for (const name of readdirSync(previews)) rmSync(join(previews, name))
      await using service = await startService({ DATA_DIR: dataDir })
      const began = performance.now()
      const answered = fetch(`${service.url}/api/groups`).then(() => performance.now() - began)
      while (readdirSync(previews).length < originals.length) await new Promise((resolve) => setTimeout(resolve, 20))
      return { imagesPerSecond: originals.length / ((performance.now() - began) / 1000), answerMs: await answered }
    },
    async () => {
      const target = newDataDir()
      const script = join(import.meta.dirname, 'support/sharp-floor.ts')
      const { stdout } = spawnSync(process.execPath, [script, target, ...originals], { encoding: 'utf8' })
      rmSync(target, { recursive: true, force: true })
      return JSON.parse(stdout) as { imagesPerSecond: number }
    },
  )
  rmSync(dataDir, { recursive: true, force: true })
  const ours = a.map((each) => each.imagesPerSecond)
  const floors = b.map((each) => each.imagesPerSecond)
  return {
    title: 'Missing previews made at start (12 MP)',
    columns: ['images/s', 'sharp alone', 'ratio', 'first answer ms meanwhile'],
    rows: [
      [
        figure(median(ours), 1),
        figure(median(floors), 1),
        figure(medianRatio(ours, floors)),
        figure(median(a.map((each) => each.answerMs)), 0),
      ],
    ],
    goals: [
      { what: 'missing previews, images/s beside sharp alone', value: medianRatio(ours, floors), floor: 1, least: 0.9 },
    ],
  }
}

export const run: Scenario = async (options) => [
  await startTimes(options),
  await backfill({ ...options, rounds: Math.min(options.rounds, 2) }),
]
