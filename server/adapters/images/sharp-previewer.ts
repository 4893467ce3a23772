import { availableParallelism } from 'node:os'
import { AppError } from '#server/errors.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { ImageFacts, Previewer } from '#server/ports/previewer.ts'
import { checkImage } from './check-image.ts'
import type { QueuedJob } from './job-queue.ts'
import type { PreviewTask } from './preview-messages.ts'
import { createPreviewPool, type PoolOptions } from './preview-pool.ts'
import { PreviewProcessDied, TaskOverdue } from './preview-process.ts'

export interface PreviewerOptions extends Partial<PoolOptions> {
  readonly maxPixels: number
  readonly maxSide?: number
  /** Whether city, region and country stay where positions go. */
  readonly keepsPlaceNames?: boolean
  readonly clock: Clock
  /** Milliseconds of CPU that an image may take. */
  readonly maxCpu?: number
  /** Called with the milliseconds that a preview took, waiting included. */
  readonly onMade?: (ms: number) => void
}

export interface SharpPreviewer extends Previewer {
  /** Of the child processes that run. */
  readonly processIds: readonly number[]
}

/** An image is light when it takes about a third of a second at most; the others do not hold it up. */
const light = { work: 65, memory: 64_000_000, cpu: 1_500 }
/** Of a heavy image: the most that is let in, and what the estimate may be wrong by. */
const heavyMemory = 340_000_000
const margin = 80_000_000

/** Photos of phones leave 70 MB behind, large PNGs 110. */
const defaults = {
  processes: Math.min(4, availableParallelism()),
  kept: 1,
  idleTime: 30_000,
  taskTimeout: 120_000,
  maxMemory: 144 * 2 ** 20,
}

/**
 * Makes previews with sharp in child processes, each with one image at a time, so that no image disturbs another,
 * decoding takes no time from requests, and what crashes the decoder does not take the service down. Light images run
 * side by side; heavy ones one after the other, in a process of their own that gives way to everything else. So the
 * memory of all is bounded.
 */
export function createPreviewer(options: PreviewerOptions): SharpPreviewer {
  const { maxPixels, maxSide = 30_000, keepsPlaceNames = true, clock, maxCpu = 10_000, onMade } = options
  const lightPool = createPreviewPool({ ...defaults, ...options })
  const heavyPool = createPreviewPool({ ...defaults, ...options, processes: 1, kept: 0, isNice: true })
  const heavyLimits = { cpu: maxCpu, memory: heavyMemory + margin }
  let pending = 0

  async function run(
    input: Pick<PreviewTask, 'source' | 'target' | 'remove'>,
    job: Omit<QueuedJob<unknown>, 'work'>,
  ): Promise<ImageFacts> {
    const task = { ...input, maxPixels, keepsPlaceNames, now: clock.now().toISOString() }
    if (await isLight(input)) {
      try {
        return await lightPool.run({ ...task, limits: { cpu: light.cpu, memory: light.memory + margin } }, job)
      } catch (error) {
        if (!(error instanceof TaskOverdue)) throw error
      }
    }
    return heavyPool.run({ ...task, limits: heavyLimits }, job)
  }

  /** Facts alone take no decoding, and are read of what is damaged, too. */
  async function isLight({ source, target }: Pick<PreviewTask, 'source' | 'target'>): Promise<boolean> {
    if (target === undefined) return true
    const { memory, work } = await checkImage(source, { maxPixels, maxSide, maxMemory: heavyMemory })
    return work <= light.work && memory <= light.memory
  }

  async function runOrRefuse(...args: Parameters<typeof run>): Promise<ImageFacts> {
    pending += 1
    try {
      return await run(...args)
    } catch (error) {
      throw refusalOf(error)
    } finally {
      pending -= 1
    }
  }

  return {
    async makePreview({ source, target, remove, client, turn, signal }) {
      const ordered = performance.now()
      const facts = await runOrRefuse({ source, target, remove }, { client, turn, signal })
      onMade?.(performance.now() - ordered)
      return facts
    },
    readFacts: (source, { remove } = {}) =>
      runOrRefuse({ source, remove }, { client: undefined, turn: Number.MAX_SAFE_INTEGER }),
    warmUp: () => lightPool.start(),
    get processIds() {
      return [...lightPool.ids, ...heavyPool.ids]
    },
    get pending() {
      return pending
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([lightPool, heavyPool].map((pool) => pool[Symbol.asyncDispose]()))
    },
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof PreviewProcessDied) {
    return new AppError('DAMAGED_IMAGE', 'The image makes the decoder crash.')
  }
  if (error instanceof TaskOverdue) {
    return new AppError('IMAGE_TOO_COMPLEX', 'The image takes too much time or memory to decode.')
  }
  return error
}
