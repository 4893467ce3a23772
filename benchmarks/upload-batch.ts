import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeImage, makePhoto } from '#tests/support/images/make-image.ts'
import { cpuSeconds, watchMemory } from '#tests/support/servers/process-tree.ts'
import { batchBody, sendBatch } from './support/send-batch.ts'
import { type RunningService, startService } from './support/start-service.ts'
import { figure, type Goal, median, medianRatio, type Scenario, sideBySide } from './support/table.ts'

interface Load {
  readonly name: string
  readonly photo: Buffer
  readonly visitors: number
  readonly photosEach: number
  readonly bars: Bars
}
/** The goals of each load; images/s and CPU compared with sharp alone. */
interface Bars {
  readonly rate?: number
  readonly cpu?: number
  readonly answerMs?: number
  readonly memoryMiB?: number
}
interface Measured {
  imagesPerSecond: number
  cpuMs: number
  memoryMiB: number
}

const fewer = (load: Load): Load => ({ ...load, visitors: Math.min(2, load.visitors), photosEach: 2 })

interface Ingested extends Measured {
  readonly answerMs: number
  readonly slowestMs: number
}

/** Some visitors send their batches at once; measured until all are answered, including previews. */
async function sendAll({ url, pid }: RunningService, { photo, visitors, photosEach }: Load): Promise<Ingested> {
  const batch = batchBody(Array.from({ length: photosEach }, () => photo))
  const memory = watchMemory(pid)
  const cpuBefore = cpuSeconds(pid)
  const began = performance.now()
  const answers = await Promise.all(Array.from({ length: visitors }, () => sendBatch(url, batch)))
  const seconds = (performance.now() - began) / 1000
  const images = visitors * photosEach
  return {
    imagesPerSecond: images / seconds,
    cpuMs: ((cpuSeconds(pid) - cpuBefore) * 1000) / images,
    answerMs: median(answers),
    slowestMs: Math.max(...answers),
    memoryMiB: memory.stop(),
  }
}

/** The first photos after a start, and the same once more: what the first visitor waits for, and the others. */
async function ingest(load: Load) {
  await using service = await startService()
  return { cold: await sendAll(service, load), warm: await sendAll(service, load) }
}

/** sharp alone makes the previews of the same photos and passes the colour profile on, as the service does. */
async function floor({ photo, visitors, photosEach }: Load): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'werkschau-floor-'))
  const images = Math.max(10, visitors * photosEach)
  const paths = Array.from({ length: images }, (_, index) => join(folder, `in-${index}.jpg`))
  for (const path of paths) writeFileSync(path, photo)
  const script = join(import.meta.dirname, 'support/sharp-floor.ts')
  const env = { ...process.env, FLOOR_PROFILE: 'keep' }
  const { stdout } = spawnSync(process.execPath, [script, folder, ...paths], { encoding: 'utf8', env })
  rmSync(folder, { recursive: true, force: true })
  return JSON.parse(stdout)
}

/** One client sends groups of two tiny images, one after the other: groups per second. */
async function seeding(isSmall: boolean): Promise<Goal> {
  await using service = await startService()
  const tiny = await makeImage({ width: 60, height: 40 })
  const batch = batchBody([tiny, tiny])
  for (let index = 0; index < 20; index++) await sendBatch(service.url, batch)
  const count = isSmall ? 20 : 300
  const began = performance.now()
  for (let index = 0; index < count; index++) await sendBatch(service.url, batch)
  const value = count / ((performance.now() - began) / 1000)
  return { what: 'groups of two tiny images, one client, groups/s', value, digits: 0, least: 430 }
}

const columns = [
  'load',
  'images/s',
  'cold',
  'sharp alone',
  'ratio',
  'cold',
  'CPU ms/image',
  'cold',
  'sharp alone',
  'ratio',
  'cold',
  'answer ms',
  'slowest ms',
  'memory MiB',
]

async function compare(load: Load, rounds: number): Promise<{ row: string[]; goals: Goal[] }> {
  const measured = () => ingest(load)
  const { a, b } = await sideBySide(rounds, measured, () => floor(load))
  const times = { cold: a.map(({ cold }) => cold), warm: a.map(({ warm }) => warm) }
  const of = (key: 'imagesPerSecond' | 'cpuMs', measures: readonly Measured[]) => measures.map((each) => each[key])
  const beside = (key: 'imagesPerSecond' | 'cpuMs', digits: number) => {
    const [warm, cold, alone] = [of(key, times.warm), of(key, times.cold), of(key, b)]
    const ratio = medianRatio(warm, alone)
    const medians = [warm, cold, alone].map((values) => figure(median(values), digits))
    return { ratio, cells: [...medians, figure(ratio), figure(medianRatio(cold, alone))] }
  }
  const [rate, cpu] = [beside('imagesPerSecond', 1), beside('cpuMs', 0)]
  const answerMs = median(times.warm.map((each) => each.answerMs))
  const slowestMs = Math.max(...times.warm.map((each) => each.slowestMs))
  const memoryMiB = Math.max(...[...times.cold, ...times.warm].map((each) => each.memoryMiB))
  const { name, bars } = load
  const goals: Goal[] = []
  if (bars.rate)
    goals.push({ what: `${name}: images/s beside sharp alone`, value: rate.ratio, floor: 1, least: bars.rate })
  if (bars.cpu)
    goals.push({ what: `${name}: CPU an image beside sharp alone`, value: cpu.ratio, floor: 1, most: bars.cpu })
  if (bars.answerMs) goals.push({ what: `${name}: answer, ms`, value: answerMs, digits: 0, most: bars.answerMs })
  const floorMiB = Math.max(...b.map((each) => each.memoryMiB))
  if (bars.memoryMiB) {
    const memory = { value: memoryMiB, floor: floorMiB, digits: 0, most: bars.memoryMiB }
    goals.push({ what: `${name}: memory, MiB`, ...memory })
  }
  const ends = [answerMs, slowestMs, memoryMiB].map((value) => figure(value, 0))
  return { row: [name, ...rate.cells, ...cpu.cells, ...ends], goals }
}

export const run: Scenario = async ({ rounds, isSmall }) => {
  // With a colour profile, as phones write it.
  const large = isSmall ? await makeImage({ profile: 'p3' }) : await makePhoto({ profile: 'p3' })
  const small = await makeImage({ width: 1200, height: 900, detail: true, profile: 'p3' })
  const five = { photo: large, photosEach: 5 }
  const loads: Load[] = [
    { name: '12 MP, 1 visitor × 5', ...five, visitors: 1, bars: { rate: 0.95, cpu: 0.95 } },
    { name: '12 MP, 4 visitors × 5', ...five, visitors: 4, bars: { rate: 1.05, cpu: 0.92 } },
    {
      name: '12 MP, 16 visitors × 5',
      ...five,
      visitors: 16,
      bars: { rate: 1, cpu: 0.95, answerMs: 1200, memoryMiB: 210 },
    },
    { name: '12 MP, 16 visitors × 20', photo: large, visitors: 16, photosEach: 20, bars: { memoryMiB: 220 } },
    { name: '1 MP, 4 visitors × 20', photo: small, visitors: 4, photosEach: 20, bars: { rate: 1.3, cpu: 0.7 } },
  ]
  const compared = []
  for (const load of isSmall ? loads.map(fewer) : loads) {
    compared.push(await compare(load, load.visitors * load.photosEach > 100 ? 1 : rounds))
  }
  const sizes = [large, small].map(({ length }) => figure(length / 2 ** 20, 1))
  return [
    {
      title: `Upload of batches until the previews exist (photos of ${sizes.join(' and ')} MiB)`,
      columns,
      rows: compared.map(({ row }) => row),
      goals: [...compared.flatMap(({ goals }) => goals), await seeding(isSmall)],
      notes: [
        'The answer comes when originals, previews and rows are durable. Cold: the first upload after a start, warm: the one after it. Sender and service share the cores; the CPU is that of the service with its preview processes.',
      ],
    },
  ]
}
