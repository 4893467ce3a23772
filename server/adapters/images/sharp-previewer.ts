import { open } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { AppError } from '#server/domain/errors.ts'
import type { ImageAnalysis } from '#server/domain/images/image-analysis.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { Decoding, ImageFacts, ImageHead, Previewer, PreviewJob } from '#server/ports/previewer.ts'
import { createHeadReader } from './image-head.ts'
import type { QueuedJob } from './job-queue.ts'
import { PreviewProcessDied, PreviewProcessNotStarted } from './launched-worker.ts'
import type { PreviewTask } from './preview-messages.ts'
import { PreviewProcess, type PreviewProcessOptions, TaskOverdue } from './preview-process.ts'

export interface PreviewerOptions extends Partial<PreviewProcessOptions> {
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

type Input = Pick<PreviewTask, 'source' | 'target' | 'width' | 'analyse' | 'remove' | 'redact'>
type Job = Omit<QueuedJob<unknown>, 'work'> & Pick<PreviewJob, 'head'>

/** An image is light when it takes about a third of a second at most; the others do not hold it up. */
const light = { work: 65, memory: 64_000_000, cpu: 1_500 }
/** Of a heavy image: the most that is accepted, and how far the estimate may be off. */
const heavyMemory = 340_000_000
const margin = 80_000_000

/** Photos of phones leave 100 to 130 MB, half of it shared with other processes (`npm run bench -- preview-process`); large PNGs some more. */
const defaults = {
  /** One more than cores, which waits for the disk or the next task. Another takes 4 % more memory and gains nothing. */
  lanes: Math.min(4, availableParallelism() + 1),
  /** Pages and screens wait half as long beside uploads, and uploads as long as without. */
  niceness: 5,
  idleTime: 30_000,
  taskTimeout: 120_000,
  maxMemory: 192 * 2 ** 20,
}

/**
 * Makes previews with sharp in child processes, so that decoding takes no time from requests, and what crashes the
 * decoder does not take the service down. Both give way to requests: one process has the light images, several at a time;
 * another the heavy ones, one after the other, and gives way to that one, too. So the memory of both is bounded.
 */
export class SharpPreviewer implements Previewer {
  readonly #options: PreviewerOptions & PreviewProcessOptions
  readonly #light: PreviewProcess
  readonly #heavy: PreviewProcess
  #pending = 0

  constructor(options: PreviewerOptions) {
    this.#options = { ...defaults, ...options }
    this.#light = new PreviewProcess(this.#options)
    this.#heavy = new PreviewProcess({ ...this.#options, lanes: 1, niceness: 10 })
  }

  async makePreview({ source, target, width, remove, redact, client, ...job }: PreviewJob): Promise<ImageFacts> {
    const ordered = performance.now()
    const facts = await this.#runOrRefuse({ source, target, width, remove, redact }, { ...job, client })
    this.#options.onMade?.(performance.now() - ordered)
    return facts
  }

  readFacts(source: string, { remove }: Pick<PreviewJob, 'remove'> = {}): Promise<ImageFacts> {
    return this.#runOrRefuse({ source, remove }, { client: undefined, turn: Number.MAX_SAFE_INTEGER })
  }

  async readImageAnalysis(source: string): Promise<ImageAnalysis> {
    const job = { client: undefined, turn: Number.MAX_SAFE_INTEGER }
    const { imageAnalysis } = await this.#runOrRefuse({ source, analyse: true }, job)
    if (imageAnalysis === undefined) throw new Error('The child process has not looked at the preview')
    return imageAnalysis
  }

  warmUp(): Promise<void> {
    return this.#light.start()
  }

  /** Of the child processes that run. */
  get processIds(): readonly number[] {
    return [this.#light, this.#heavy].flatMap(({ id }) => id ?? [])
  }

  get pending(): number {
    return this.#pending
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#light, this.#heavy].map((each) => each[Symbol.asyncDispose]()))
  }

  async #runOrRefuse(input: Input, job: Job): Promise<ImageFacts> {
    this.#pending += 1
    try {
      return await this.#run(input, job)
    } catch (error) {
      throw refusalOf(error)
    } finally {
      this.#pending -= 1
    }
  }

  async #run(input: Input, job: Job): Promise<ImageFacts> {
    const { maxPixels, keepsPlaceNames = true, clock, maxCpu = 10_000 } = this.#options
    const task = { ...input, maxPixels, keepsPlaceNames, now: clock.now().toISOString() }
    // A redaction has the whole picture in memory.
    if ((await this.#isLight(input, job)) && !input.redact) {
      try {
        return await this.#runLight(task, job)
      } catch (error) {
        if (!(error instanceof TaskOverdue)) throw error
      }
    }
    const limits = { cpu: maxCpu, memory: heavyMemory + margin }
    return this.#heavy.run({ ...task, isAlone: true, limits }, job)
  }

  /** Alone only if it fails beside others: it may be their fault, and what they take cannot be told apart. */
  async #runLight(task: Omit<PreviewTask, 'isAlone' | 'limits'>, job: Job): Promise<ImageFacts> {
    const { lanes } = this.#options
    try {
      const limits = { cpu: light.cpu * lanes, memory: light.memory * lanes + margin }
      return await this.#light.run({ ...task, isAlone: false, limits }, job)
    } catch (error) {
      if (error instanceof TaskOverdue) throw error
      const limits = { cpu: light.cpu, memory: light.memory + margin }
      return this.#light.run({ ...task, isAlone: true, limits }, job)
    }
  }

  /** Facts alone take no decoding, and are read of what is damaged, too. */
  async #isLight({ source, target, analyse }: Input, { head }: Job): Promise<boolean> {
    if (target === undefined && !analyse) return true
    const { maxPixels, maxSide = 30_000 } = this.#options
    const checked = { maxPixels, maxSide, maxMemory: heavyMemory }
    const { memory, work } = checkHead(head ?? (await readHead(source)), checked)
    return work <= light.work && memory <= light.memory
  }
}

export const createPreviewer = (options: PreviewerOptions): SharpPreviewer => new SharpPreviewer(options)

function refusalOf(error: unknown): unknown {
  if (error instanceof PreviewProcessDied) {
    return new AppError('DAMAGED_IMAGE', 'The image makes the decoder crash.')
  }
  if (error instanceof PreviewProcessNotStarted) {
    return new AppError('TEMPORARILY_UNAVAILABLE', 'No preview can be made right now', { cause: error })
  }
  if (error instanceof TaskOverdue) {
    return new AppError('IMAGE_TOO_COMPLEX', 'The image takes too much time or memory to decode.')
  }
  return error
}

/** Returns what decoding an image takes. AppError for one that is not accepted, judged by its header. */
function checkHead(
  head: ImageHead,
  { maxPixels, maxSide, maxMemory }: { maxPixels: number; maxSide: number; maxMemory: number },
): Decoding {
  if (head.kind !== 'image') throw new AppError('UNSUPPORTED_IMAGE', 'The file is not a JPEG, PNG or WebP image.')
  const { size, decoding, isTooComplex } = head
  if (isTooComplex) throw new AppError('IMAGE_TOO_COMPLEX', 'The image has more segments than any camera writes.')
  if (!size || !decoding) throw new AppError('DAMAGED_IMAGE', 'The image is damaged: its size cannot be read.')
  if (size.width * size.height > maxPixels) {
    throw new AppError(
      'IMAGE_TOO_LARGE',
      `The image has more pixels than the ${maxPixels / 1_000_000} million allowed.`,
    )
  }
  if (Math.max(size.width, size.height) > maxSide) {
    throw new AppError('IMAGE_TOO_LARGE', `The longer side of the image has more than the ${maxSide} pixels allowed.`)
  }
  if (!decoding.isShown) {
    throw new AppError('UNSUPPORTED_IMAGE', 'The JPEG uses arithmetic coding, which no browser shows.')
  }
  if (decoding.memory > maxMemory) {
    throw new AppError('IMAGE_TOO_COMPLEX', 'The image needs too much memory to decode, because of its size and kind.')
  }
  return decoding
}

async function readHead(source: string): Promise<ImageHead> {
  await using file = await open(source)
  const reader = createHeadReader()
  const buffer = Buffer.alloc(16 * 1024)
  for (;;) {
    const { bytesRead } = await file.read(buffer)
    const head = reader(buffer.subarray(0, bytesRead))
    if (bytesRead === 0 || head.kind === 'unsupported' || (head.kind === 'image' && (head.size || head.isTooComplex)))
      return head
  }
}
