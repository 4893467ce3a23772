import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHeadReader } from '#server/adapters/images/image-head.ts'
import { JobQueue } from '#server/adapters/images/job-queue.ts'
import { createPreviewer, type PreviewerOptions, type SharpPreviewer } from '#server/adapters/images/sharp-previewer.ts'
import { makeImage, makePhoto, truncate } from '#tests/support/images/make-image.ts'
import { makeManyScans } from '#tests/support/images/many-scans.ts'
import { cpuSeconds } from '#tests/support/servers/process-tree.ts'

let folder: string
let photo: string
let large: string
let small: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'process-'))
  photo = join(folder, 'photo.jpg')
  large = join(folder, 'large.jpg')
  small = join(folder, 'small.jpg')
  await writeFile(photo, await makePhoto({ progressive: true }))
  await writeFile(large, await makePhoto())
  await writeFile(small, await makeImage())
})
afterAll(() => rm(folder, { recursive: true }))

const start = (options: Partial<PreviewerOptions> = {}) =>
  createPreviewer({ maxPixels: 100_000_000, clock: { now: () => new Date() }, ...options })

let targets = 0
function jobOf(source: string, turn = 1) {
  targets += 1
  return { source, target: join(folder, `${targets}-preview.jpg`), turn }
}

function isRunning(id: number | undefined): boolean {
  try {
    return id !== undefined && process.kill(id, 0)
  } catch {
    return false
  }
}

async function until(condition: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 10_000; !condition(); await sleep(5)) {
    if (Date.now() > deadline) throw new Error('It did not happen within ten seconds.')
  }
}

/** Kills each process that decodes, like an image that crashes the decoder. */
async function keepKilling(previewer: SharpPreviewer, stopped: () => boolean): Promise<void> {
  await previewer.warmUp()
  // Far more than a start takes, also beside others that take turns on the same cores: a process that is killed before it is ready has not crashed on an image.
  const startSeconds = cpuSeconds(previewer.processIds[0] ?? 0)
  const decodes = (id: number) => isRunning(id) && cpuSeconds(id) > 2 * startSeconds + 0.3
  while (!stopped()) {
    for (const id of previewer.processIds.filter(decodes)) process.kill(id, 'SIGKILL')
    await sleep(20)
  }
}

describe('the preview process', () => {
  it('starts with the first job, or earlier on request', async () => {
    await using previewer = start()
    expect(previewer.processIds[0]).toBeUndefined()
    await previewer.warmUp()
    const id = previewer.processIds[0]
    expect(isRunning(id)).toBe(true)
    await previewer.makePreview(jobOf(small))
    expect(previewer.processIds[0]).toBe(id)
  })

  it('has several images at a time: a small one does not wait for a large one', async () => {
    await using previewer = start({ lanes: 2 })
    await previewer.warmUp()
    const done: string[] = []
    // With its head known a job waits for nothing before the queue: they begin in this order.
    const ready = async (source: string) => ({ ...jobOf(source), head: createHeadReader()(await readFile(source)) })
    const jobs = [await ready(large), await ready(small)].map(async (job) => {
      await previewer.makePreview(job)
      done.push(job.source)
    })
    expect(previewer.pending).toBe(2)
    await Promise.all(jobs)
    expect(done).toEqual([small, large])
    expect(previewer.processIds).toHaveLength(1)
    expect(previewer.pending).toBe(0)
  })

  it('gives way to requests, and one for heavy images to that for light ones', async () => {
    await using previewer = start()
    await previewer.makePreview(jobOf(small))
    const heavy = previewer.makePreview({
      ...jobOf(large),
      redact: { regions: [], target: join(folder, 'redacted.jpg') },
    })
    await until(() => previewer.processIds.length === 2)
    expect(previewer.processIds.map(getPriority)).toEqual([5, 10])
    await heavy
  })

  it('ends after a while without a job, and starts again with the next one', async () => {
    await using previewer = start({ lanes: 2, idleTime: 20 })
    await previewer.warmUp()
    await until(() => previewer.processIds.length === 0)
    await Promise.all([1, 2].map(() => previewer.makePreview(jobOf(small))))
    await until(() => previewer.processIds.length === 0)
    await expect(previewer.makePreview(jobOf(small))).resolves.toMatchObject({ width: 64 })
  })

  it('restarts after a crash and finishes its jobs', async () => {
    const logged: string[] = []
    await using previewer = start({ lanes: 3, log: { warn: (_, message) => logged.push(message) } })
    await previewer.warmUp()
    const first = previewer.processIds[0]
    const jobs = Array.from({ length: 4 }, () => jobOf(photo))
    const made = Promise.all(jobs.map((job) => previewer.makePreview(job)))
    await sleep(50)
    process.kill(first ?? 0, 'SIGKILL')
    await expect(made).resolves.toHaveLength(4)
    expect(previewer.processIds[0]).not.toBe(first)
    for (const { target } of jobs) expect((await readFile(target)).length).toBeGreaterThan(10_000)
    expect(logged).toEqual(['The preview process ended'])
  })

  it('is started again when it ends before it can take a job', async () => {
    await using previewer = start({ lanes: 1, log: { warn: () => undefined } })
    const made = previewer.makePreview(jobOf(small))
    await until(() => previewer.processIds.length > 0)
    process.kill(previewer.processIds[0] ?? 0, 'SIGKILL')
    await expect(made).resolves.toMatchObject({ width: 64 })
  })

  it('is no fault of the image when it cannot be started', async () => {
    // Instead of Node: killing the process as soon as it exists may be too late.
    const program = join(folder, 'ends-at-once')
    const starts = join(folder, 'starts')
    await writeFile(program, `#!/bin/sh\necho >> ${starts}\nexit 1\n`, { mode: 0o755 })
    const { execPath } = process
    process.execPath = program
    try {
      await using previewer = start({ log: { warn: () => undefined } })
      await expect(previewer.makePreview(jobOf(small))).rejects.toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' })
    } finally {
      process.execPath = execPath
    }
    expect(await readFile(starts, 'utf8')).toBe('\n\n\n')
  })

  it('is replaced when it uses too much memory', async () => {
    const logged: string[] = []
    const log = { warn: (_: object, message: string) => logged.push(message) }
    await using previewer = start({ maxMemory: 1, log })
    await previewer.warmUp()
    const first = previewer.processIds[0]
    await previewer.makePreview(jobOf(small))
    // The next one runs already.
    await until(() => !isRunning(first))
    expect(isRunning(previewer.processIds[0])).toBe(true)
    await previewer.makePreview(jobOf(small))
    await using modest = start()
    await modest.makePreview(jobOf(small))
    const kept = modest.processIds[0]
    await modest.makePreview(jobOf(small))
    expect(modest.processIds[0]).toBe(kept)
    expect(logged).toEqual([])
  })

  it.skipIf(!existsSync('/proc'))('refuses an image that crashes it twice, and continues with others', async () => {
    // Decoding takes so long that a kill never comes too late.
    const long = join(folder, 'long.jpg')
    await writeFile(long, makeManyScans({ width: 8000, height: 8000, scans: 98 }))
    await using previewer = start()
    let settled = false
    const refused = previewer.makePreview(jobOf(long)).finally(() => {
      settled = true
    })
    const killing = keepKilling(previewer, () => settled)
    await expect(refused).rejects.toMatchObject({ code: 'DAMAGED_IMAGE' })
    await killing
    await expect(previewer.makePreview(jobOf(small))).resolves.toMatchObject({ width: 64 })
  })

  it('aborts an image that takes too long, but not the others', async () => {
    const complex = join(folder, 'complex.jpg')
    // On busy cores the process looks late at how long it takes.
    await writeFile(complex, makeManyScans({ width: 8000, height: 8000, scans: 98 }))
    await using previewer = start({ maxCpu: 400 })
    await previewer.warmUp()
    const slow = previewer.makePreview(jobOf(complex))
    const beside = Array.from({ length: 4 }, () => previewer.makePreview(jobOf(small)))
    await expect(slow).rejects.toMatchObject({ code: 'IMAGE_TOO_COMPLEX' })
    for (const facts of await Promise.all(beside)) expect(facts).toMatchObject({ width: 64 })
  })

  it('aborts an image whose process does not answer', async () => {
    await using previewer = start({ taskTimeout: 60 })
    await previewer.warmUp()
    process.kill(previewer.processIds[0] ?? 0, 'SIGSTOP')
    await expect(previewer.makePreview(jobOf(photo))).rejects.toMatchObject({ code: 'IMAGE_TOO_COMPLEX' })
  })

  it('handles each image as if it were alone', async () => {
    const harmless = join(folder, 'harmless.jpg')
    const damaged = join(folder, 'damaged.jpg')
    const bytes = await makeImage({ width: 400, height: 300, detail: true })
    const scan = bytes.indexOf(Buffer.from([0xff, 0xda]))
    await writeFile(harmless, Buffer.concat([bytes.subarray(0, scan), Buffer.from([1, 2, 3]), bytes.subarray(scan)]))
    await writeFile(damaged, truncate(bytes))
    await using previewer = start({ lanes: 3 })
    const sources = Array.from({ length: 60 }, (_, index) => [harmless, damaged, small][index % 3] ?? small)
    const ends = await Promise.allSettled(sources.map((source) => previewer.makePreview(jobOf(source))))
    for (const [index, { status }] of ends.entries()) {
      expect(`${sources[index]} ${status}`).toBe(`${sources[index]} ${index % 3 === 1 ? 'rejected' : 'fulfilled'}`)
    }
  })

  it('has an empty environment', async () => {
    process.env.WERKSCHAU_TEST_SECRET = 'secret'
    await using previewer = start()
    await previewer.warmUp()
    const environment = `/proc/${previewer.processIds[0]}/environ`
    if (existsSync(environment)) {
      const names = (await readFile(environment, 'latin1'))
        .split('\0')
        .filter(Boolean)
        .map((entry) => entry.split('=')[0])
      // The compile cache is not secret.
      const ownNames = ['MALLOC_ARENA_MAX', 'UV_THREADPOOL_SIZE', 'NODE_COMPILE_CACHE']
      const allowed = [...ownNames, 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE']
      expect(names.filter((name) => !allowed.includes(name ?? ''))).toEqual([])
    }
    delete process.env.WERKSCHAU_TEST_SECRET
  })

  it('survives the signals that stop a service, to finish uploads', async () => {
    await using previewer = start()
    await previewer.warmUp()
    const id = previewer.processIds[0] ?? 0
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(id, signal)
    await previewer.makePreview(jobOf(small))
    expect(previewer.processIds[0]).toBe(id)
  })

  it('ends with the service, even if that is killed', async () => {
    const script =
      "import { createPreviewer } from '#server/adapters/images/sharp-previewer.ts';" +
      'const previewer = createPreviewer({ maxPixels: 1000, clock: { now: () => new Date() } });' +
      'await previewer.warmUp(); console.log(previewer.processIds[0])'
    const parent = execFile(process.execPath, ['--input-type=module', '-e', script])
    const [line] = await once(parent.stdout ?? parent, 'data')
    const id = Number(line)
    expect(isRunning(id)).toBe(true)
    parent.kill('SIGKILL')
    await until(() => !isRunning(id))
  })

  it('ends when the previewer is disposed of; jobs fail', async () => {
    const previewer = start({ lanes: 1 })
    await previewer.warmUp()
    const id = previewer.processIds[0]
    const jobs = [photo, photo, small].map((source) => previewer.makePreview(jobOf(source)))
    const ends = Promise.allSettled(jobs)
    await previewer[Symbol.asyncDispose]()
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(isRunning(id)).toBe(false)
    await expect(previewer.makePreview(jobOf(small))).rejects.toThrow('stopped')
  })
})

describe('the queue of previews', () => {
  it('drops a waiting job whose signal is aborted', async () => {
    await using previewer = start({ lanes: 1 })
    const visitor = new AbortController()
    const first = previewer.makePreview(jobOf(photo))
    const job = jobOf(small)
    const dropped = previewer.makePreview({ ...job, signal: visitor.signal })
    expect(previewer.pending).toBe(2)
    visitor.abort(new Error('gone away'))
    await expect(dropped).rejects.toThrow('gone away')
    await first
    expect(existsSync(job.target)).toBe(false)
    await expect(previewer.makePreview({ ...job, signal: visitor.signal })).rejects.toThrow('gone away')
  })

  it('finishes a running job before it fails with the reason of the signal', async () => {
    const queue = new JobQueue(1)
    const visitor = new AbortController()
    const work = Promise.withResolvers<void>()
    const ends: string[] = []
    const finished = work.promise.then(() => ends.push('finished'))
    const job = { client: undefined, turn: 0, signal: visitor.signal, work: () => finished }
    const failed = queue.add(job).catch(({ message }) => ends.push(message))
    visitor.abort(new Error('gone away'))
    await setImmediate()
    expect(ends).toEqual([])
    work.resolve()
    await failed
    expect(ends).toEqual(['finished', 'gone away'])
  })

  it('runs a job that has to be alone beside no other, and in its turn', async () => {
    const queue = new JobQueue(2)
    const log: string[] = []
    const job = (turn: number, isAlone: boolean) => ({
      client: 'visitor',
      turn,
      isAlone,
      work: async () => {
        log.push(`+${turn}`)
        await setImmediate()
        log.push(`-${turn}`)
      },
    })
    await Promise.all([job(1, false), job(2, true), job(3, false), job(4, false)].map((each) => queue.add(each)))
    expect(log).toEqual(['+1', '-1', '+2', '-2', '+3', '+4', '-3', '-4'])
  })
})
