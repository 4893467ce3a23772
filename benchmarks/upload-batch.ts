import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeImage, makePhoto } from '#tests/support/images/make-image.ts'
import { cpuSeconds, watchMemory } from '#tests/support/servers/process-tree.ts'
import { batchBody, sendBatch } from './support/send-batch.ts'
import { startService } from './support/start-service.ts'
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

/** Some visitors send their batches at once; measured until all are answered, including previews. */
async function ingest({ photo, visitors, photosEach }: Load) {
  await using service = await startService()
  const batch = batchBody(Array.from({ length: photosEach }, () => photo))
  // The first upload starts the preview processes.
  await sendBatch(service.url, batchBody([photo, photo, photo]))
  const memory = watchMemory(service.pid)
  const cpuBefore = cpuSeconds(service.pid)
  const began = performance.now()
  const answers = await Promise.all(Array.from({ length: visitors }, () => sendBatch(service.url, batch)))
  const seconds = (performance.now() - began) / 1000
  const images = visitors * photosEach
  return {
    imagesPerSecond: images / seconds,
    cpuMs: ((cpuSeconds(service.pid) - cpuBefore) * 1000) / images,
    answerMs: median(answers),
    slowestMs: Math.max(...answers),
    memoryMiB: memory.stop(),
  }
}

/** sharp alone makes the previews of the same photos. */
async function floor({ photo, visitors, photosEach }: Load): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'werkschau-floor-'))
  const images = Math.max(10, visitors * photosEach)
  const paths = Array.from({ length: images }, (_, index) => join(folder, `in-${index}.jpg`))
  for (const path of paths) writeFileSync(path, photo)
  const { stdout } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'support/sharp-floor.ts'), folder, ...paths],
    {
      encoding: 'utf8',
    },
  )
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

export const run: Scenario = async ({ rounds, isSmall }) => {
  // With a colour profile, as phones write it.
  const large = isSmall ? await makeImage({ profile: 'p3' }) : await makePhoto({ profile: 'p3' })
  const small = await makeImage({ width: 1200, height: 900, detail: true, profile: 'p3' })
  const loads: Load[] = [
    { name: '12 MP, 1 visitor × 5', photo: large, visitors: 1, photosEach: 5, bars: { rate: 0.88, cpu: 0.95 } },
    { name: '12 MP, 4 visitors × 5', photo: large, visitors: 4, photosEach: 5, bars: { rate: 1, cpu: 0.92 } },
    {
      name: '12 MP, 16 visitors × 5',
      photo: large,
      visitors: 16,
      photosEach: 5,
      bars: { rate: 0.87, cpu: 1, answerMs: 1200, memoryMiB: 210 },
    },
    { name: '12 MP, 16 visitors × 20', photo: large, visitors: 16, photosEach: 20, bars: { memoryMiB: 220 } },
    { name: '1 MP, 4 visitors × 20', photo: small, visitors: 4, photosEach: 20, bars: { rate: 1.2, cpu: 0.7 } },
  ]
  const rows: string[][] = []
  const goals: Goal[] = []
  for (const load of isSmall ? loads.map(fewer) : loads) {
    const { a, b } = await sideBySide(
      load.photosEach === 20 && load.visitors === 16 ? 1 : rounds,
      () => ingest(load),
      () => floor(load),
    )
    const ours = (key: 'imagesPerSecond' | 'cpuMs') => a.map((each) => each[key])
    const floors = (key: 'imagesPerSecond' | 'cpuMs') => b.map((each) => each[key])
    const rate = medianRatio(ours('imagesPerSecond'), floors('imagesPerSecond'))
    const cpu = medianRatio(ours('cpuMs'), floors('cpuMs'))
    const answerMs = median(a.map((each) => each.answerMs))
    const memoryMiB = Math.max(...a.map((each) => each.memoryMiB))
    const { name, bars } = load
    rows.push([
      name,
      figure(median(ours('imagesPerSecond')), 1),
      figure(median(floors('imagesPerSecond')), 1),
      figure(rate),
      figure(median(ours('cpuMs')), 0),
      figure(cpu),
      figure(answerMs, 0),
      figure(Math.max(...a.map((each) => each.slowestMs)), 0),
      figure(memoryMiB, 0),
    ])
    if (bars.rate) goals.push({ what: `${name}: images/s beside sharp alone`, value: rate, floor: 1, least: bars.rate })
    if (bars.cpu) goals.push({ what: `${name}: CPU an image beside sharp alone`, value: cpu, floor: 1, most: bars.cpu })
    if (bars.answerMs) goals.push({ what: `${name}: answer, ms`, value: answerMs, digits: 0, most: bars.answerMs })
    const floorMiB = Math.max(...b.map((each) => each.memoryMiB))
    if (bars.memoryMiB) {
      const memory = { value: memoryMiB, floor: floorMiB, digits: 0, most: bars.memoryMiB }
      goals.push({ what: `${name}: memory, MiB`, ...memory })
    }
  }
  goals.push(await seeding(isSmall))
  return [
    {
      title: `Upload of batches until the previews exist (photos of ${figure(large.length / 2 ** 20, 1)} and ${figure(small.length / 2 ** 20, 1)} MiB)`,
      columns: [
        'load',
        'images/s',
        'sharp alone',
        'ratio',
        'CPU ms/image',
        'CPU ratio',
        'answer ms',
        'slowest ms',
        'memory MiB',
      ],
      rows,
      goals,
      notes: [
        'The answer comes when originals, previews and rows are durable. Sender and service share the cores; the CPU is that of the service with its preview process.',
      ],
    },
  ]
}
