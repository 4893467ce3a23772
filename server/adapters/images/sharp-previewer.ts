import { availableParallelism } from 'node:os'
import { AppError } from '#server/errors.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { ImageFacts, Previewer } from '#server/ports/previewer.ts'
import { createJobQueue } from './job-queue.ts'
import type { PreviewTask } from './preview-messages.ts'
import { createPreviewProcess, PreviewProcessDied, type PreviewProcessOptions } from './preview-process.ts'

export interface PreviewerOptions extends Partial<PreviewProcessOptions> {
  readonly maxPixels: number
  readonly clock: Clock
  /** Called with the milliseconds that a preview took, waiting included. */
  readonly onMade?: (ms: number) => void
}

export interface SharpPreviewer extends Previewer {
  /** Of the child process; undefined while it does not run. */
  readonly processId: number | undefined
}

/**
 * Makes previews with sharp in one child process, so that memory stays bounded, decoding takes no time from requests,
 * and an image that crashes the decoder does not take the service down.
 */
export function createPreviewer({ maxPixels, clock, onMade, ...options }: PreviewerOptions): SharpPreviewer {
  const { jobs = Math.min(8, availableParallelism() + 1), taskTimeout = 120_000 } = options
  const queue = createJobQueue(jobs)
  const child = createPreviewProcess({ ...options, jobs, taskTimeout })

  async function run(
    task: Pick<PreviewTask, 'source' | 'target' | 'removeLocation'>,
    { turn, signal }: { turn: number; signal?: AbortSignal | undefined },
  ): Promise<ImageFacts> {
    const work = () => child.run({ ...task, maxPixels, now: clock.now().toISOString() })
    try {
      return await queue.add({ turn, signal, work })
    } catch (error) {
      if (!(error instanceof PreviewProcessDied)) throw error
    }
    // One of the images that were being decoded did it. Each gets a second try alone, so that only that one is refused.
    try {
      return await queue.add({ turn, signal, work, alone: true })
    } catch (error) {
      if (!(error instanceof PreviewProcessDied)) throw error
      throw new AppError('DAMAGED_IMAGE', 'The image makes the decoder crash.')
    }
  }

  return {
    async makePreview({ source, target, removeLocation, turn, signal }) {
      const ordered = performance.now()
      const facts = await run({ source, target, removeLocation }, { turn, signal })
      onMade?.(performance.now() - ordered)
      return facts
    },
    readFacts: (source, { removeLocation = false } = {}) =>
      run({ source, removeLocation }, { turn: Number.MAX_SAFE_INTEGER }),
    warmUp: () => child.start(),
    get processId() {
      return child.id
    },
    get pending() {
      return queue.pending
    },
    async [Symbol.asyncDispose]() {
      queue.close(new Error('The previewer has been stopped.'))
      await child[Symbol.asyncDispose]()
    },
  }
}
