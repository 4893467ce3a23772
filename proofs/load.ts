import { setTimeout as sleep } from 'node:timers/promises'
import { makeImage } from '#tests/support/images/make-image.ts'
import { ownMemoryMiB } from '#tests/support/servers/process-tree.ts'
import { followMemory, type MemoryTrend } from './load/memory-trend.ts'
import { openMetrics } from './load/metrics.ts'
import { moderate, type Scene, visit, watch } from './load/people.ts'
import type { Proof, ProofLine } from './proof.ts'
import { seededRandom } from './random.ts'
import { startTarget } from './service/target.ts'
import { createWorld } from './service/world.ts'

const defaultSeconds = 1_800
/** Visitors who upload without a pause keep two cores busy. */
const crowd = { visitors: 4, moderators: 2, screens: 3 }
/** How much memory may grow during the proof, as a share, and in MiB if that is more. */
const maxRise = { share: 0.1, mebibytes: 25 }
/** Before, caches are still filling. */
const judgedFromSeconds = 900
const renewEveryMs = 3_600_000

/** Many visitors, moderators and screens at once: no error, stable memory, and the time of each operation. */
export const prove: Proof = async ({ seed, seconds = defaultSeconds }) => {
  await using target = await startTarget()
  const world = await createWorld(target)
  const camera = { detail: true, make: 'Werkzeug AG', model: 'Werk 1', takenAt: '2024:05:06 07:08:09' } as const
  const sizes = [
    { width: 1_200, height: 900 },
    { width: 2_000, height: 1_500 },
    // Making and sending these would fill the few seconds of the short form.
    ...(seconds > 60 ? [{ width: 4_000, height: 3_000 }] : []),
  ]
  const photos = await Promise.all(
    sizes.map((size) => makeImage({ ...size, ...camera, position: { lat: 52.5, lon: 13.4 } })),
  )
  const metrics = openMetrics()
  const until = performance.now() + seconds * 1_000
  const isOver = () => performance.now() >= until
  const sceneOf = (who: string, n: number): Scene => ({
    url: target.url,
    metrics,
    photos,
    admin: world.admin,
    random: seededRandom(seed, who, n),
    isOver,
  })
  const many = (count: number, who: string, act: (scene: Scene) => Promise<void>) =>
    Array.from({ length: count }, (_, n) => act(sceneOf(who, n)))

  const renewal = setInterval(() => void world.renewSession(), renewEveryMs)
  const memory = followMemory(target.pid)
  await Promise.all([
    ...many(crowd.visitors, 'visitor', visit),
    ...many(crowd.moderators, 'moderator', moderate),
    ...many(crowd.screens, 'screen', watch),
    watchHealth(target.url, metrics, isOver),
  ])
  clearInterval(renewal)
  const trend = { ...memory.stop(), own: ownMemoryMiB(target.pid) }
  return [...metrics.lines(), memoryLine(trend, seconds), logLine(target.log)]
}

async function watchHealth(
  url: string,
  { measure }: ReturnType<typeof openMetrics>,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    await measure('health', () => fetch(`${url}/health`))
    await sleep(500)
  }
}

/** `own` is the service's memory at the end without the preview processes. */
function memoryLine(
  { mean, peak, rise, samples, quarters, own }: MemoryTrend & { own: number },
  seconds: number,
): ProofLine {
  const allowed = Math.max(mean * maxRise.share, maxRise.mebibytes)
  const sizes = `quarters ${quarters.map(Math.round).join(', ')}; peak ${Math.round(peak)}, rise in the second half ${Math.round(rise)} MiB, the service itself ${Math.round(own)}`
  const found = seconds >= judgedFromSeconds && rise > allowed ? [`memory rose: ${sizes}`] : []
  return { what: 'memory', attempts: samples, survived: samples, found, note: sizes }
}

function logLine({
  errors,
  broken,
  leaks,
  lines,
  stderr,
}: {
  errors: string[]
  broken: string[]
  leaks: string[]
  lines: number
  stderr: string
}): ProofLine {
  const found = [...errors, ...broken, ...leaks, ...(stderr ? [stderr] : [])].map((line) => line.slice(0, 500))
  return {
    what: 'lines of log without an error',
    attempts: lines,
    survived: lines - found.length,
    found: found.slice(0, 5),
  }
}
