import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPreviewer, type SharpPreviewer } from '#server/adapters/images/sharp-previewer.ts'
import { makePhoto } from '#tests/support/images/make-image.ts'
import { figure, median, type Scenario } from './support/table.ts'

const position = { lat: 52.52, lon: 13.405 }
const atOnce = 5

interface Look {
  readonly photos: number
  /** Of each process. */
  readonly memoryMiB: readonly number[]
}

/** Makes previews of so many photos, each cleaned of its position, and looks at the processes now and then. */
async function makeAll(photo: string, { photos, looks }: { photos: number; looks: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'werkschau-previews-'))
  await using previewer = createPreviewer({ maxPixels: 100_000_000, clock: { now: () => new Date() } })
  const seen: Look[] = []
  const ids = new Set<number>()
  let started = 0
  const work = async () => {
    while (started < photos) {
      const turn = ++started
      const [source, target] = [join(folder, `${turn}.jpg`), join(folder, `${turn}-preview.jpg`)]
      copyFileSync(photo, source)
      await previewer.makePreview({ source, target, turn, remove: { location: true, trailers: true } })
      for (const path of [source, target]) rmSync(path)
      for (const id of previewer.processIds) ids.add(id)
      if (turn % Math.ceil(photos / looks) === 0) seen.push({ photos: turn, memoryMiB: memoryOf(previewer) })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  rmSync(folder, { recursive: true, force: true })
  return { seen, processes: ids.size, cpuMs: cpuOf(previewer) / photos }
}

/** Where a process shares pages with others, each has its part of them. Linux only. */
const memoryOf = ({ processIds }: SharpPreviewer): number[] =>
  processIds.map((id) => Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'latin1'))?.[1]) / 1024)

/** Milliseconds. */
function cpuOf({ processIds }: SharpPreviewer): number {
  const ticks = processIds.flatMap((id) => {
    const fields = readFileSync(`/proc/${id}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? []
    return [Number(fields[11]), Number(fields[12])]
  })
  return ticks.reduce((sum, each) => sum + each, 0) * 10
}

/** sharp alone with the same photos, handing the colour profile on as the service does. */
function floorOf(photo: string, photos: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'werkschau-floor-'))
  const script = join(import.meta.dirname, 'support/sharp-floor.ts')
  const { stdout } = spawnSync(process.execPath, [script, folder, ...Array.from({ length: photos }, () => photo)], {
    encoding: 'utf8',
    env: { ...process.env, FLOOR_PROFILE: 'keep' },
  })
  rmSync(folder, { recursive: true, force: true })
  return JSON.parse(stdout).cpuMs
}

/** What a preview costs beside sharp alone, and whether the processes grow. PHOTOS=10000 for the whole curve. */
export const run: Scenario = async ({ isSmall }) => {
  const folder = mkdtempSync(join(tmpdir(), 'werkschau-photo-'))
  const photo = join(folder, 'photo.jpg')
  writeFileSync(photo, await makePhoto({ profile: 'p3', position }))
  const photos = Number(process.env.PHOTOS ?? (isSmall ? 10 : 400))
  const floor = floorOf(photo, Math.min(100, photos))
  const { seen, processes, cpuMs } = await makeAll(photo, { photos, looks: 10 })
  rmSync(folder, { recursive: true, force: true })
  const most = Math.max(...seen.flatMap(({ memoryMiB }) => memoryMiB))
  return [
    {
      title: `Previews of ${photos} photos of 12 MP`,
      columns: ['photos', 'MiB of each process'],
      rows: seen.map((look) => [figure(look.photos, 0), look.memoryMiB.map((each) => figure(each, 0)).join(' ')]),
      goals: [
        { what: 'CPU a photo beside sharp alone', value: cpuMs / floor, floor: 1, most: 1.15 },
        { what: 'memory of a process, MiB', value: most, digits: 0, most: 100 },
      ],
      notes: [
        `${figure(cpuMs, 0)} ms of CPU a photo, starts included, in ${processes} processes; sharp alone ${figure(floor, 0)} ms. Median memory ${figure(median(seen.flatMap(({ memoryMiB }) => memoryMiB)), 0)} MiB.`,
      ],
    },
  ]
}
