import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPreviewer, type PreviewerOptions, type SharpPreviewer } from '#server/adapters/images/sharp-previewer.ts'
import { makeImage, makePhoto } from '#tests/support/make-image.ts'

let folder: string
let photo: string
let small: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'process-'))
  photo = join(folder, 'photo.jpg')
  small = join(folder, 'small.jpg')
  await writeFile(photo, await makePhoto({ progressive: true }))
  await writeFile(small, await makeImage())
})
afterAll(() => rm(folder, { recursive: true }))

const start = (options: Partial<PreviewerOptions> = {}) =>
  createPreviewer({ maxPixels: 100_000_000, clock: { now: () => new Date() }, ...options })

let targets = 0
function jobOf(source: string, turn = 1) {
  targets += 1
  return { source, target: join(folder, `${targets}-preview.jpg`), turn, removeLocation: false }
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

/** Kills each process of the previewer when it has begun to work: what an image does that crashes the decoder. */
async function keepKilling(previewer: SharpPreviewer, stopped: () => boolean): Promise<void> {
  for (let killed: number | undefined; !stopped(); ) {
    await until(() => stopped() || (previewer.processId !== undefined && previewer.processId !== killed))
    await previewer.warmUp()
    await sleep(40)
    killed = previewer.processId
    if (killed && !stopped()) process.kill(killed, 'SIGKILL')
  }
}

describe('the preview process', () => {
  it('starts with the first job, or before it when asked to', async () => {
    await using previewer = start()
    expect(previewer.processId).toBeUndefined()
    await previewer.warmUp()
    const id = previewer.processId
    expect(isRunning(id)).toBe(true)
    await previewer.makePreview(jobOf(small))
    expect(previewer.processId).toBe(id)
  })

  it('is the only one, however many jobs there are', async () => {
    await using previewer = start()
    const jobs = Array.from({ length: 8 }, () => previewer.makePreview(jobOf(small)))
    expect(previewer.pending).toBe(8)
    await until(() => previewer.processId !== undefined)
    const id = previewer.processId
    await Promise.all(jobs)
    expect(previewer.processId).toBe(id)
    expect(previewer.pending).toBe(0)
  })

  it('starts again after a crash and finishes the jobs that were under way', async () => {
    const logged: string[] = []
    await using previewer = start({ jobs: 2, log: { warn: (_, message) => logged.push(message) } })
    await previewer.warmUp()
    const first = previewer.processId
    const jobs = Array.from({ length: 4 }, () => jobOf(photo))
    const made = Promise.all(jobs.map((job) => previewer.makePreview(job)))
    await sleep(50)
    process.kill(first ?? 0, 'SIGKILL')
    await expect(made).resolves.toHaveLength(4)
    expect(previewer.processId).not.toBe(first)
    for (const { target } of jobs) expect((await readFile(target)).length).toBeGreaterThan(10_000)
    expect(logged).toEqual(['The preview process ended'])
  })

  it('is replaced when it is idle and has more memory than photos leave behind', async () => {
    const logged: string[] = []
    const log = { warn: (_: object, message: string) => logged.push(message) }
    await using previewer = start({ idleMemory: 1, idleTime: 20, log })
    await previewer.makePreview(jobOf(small))
    const first = previewer.processId
    await until(() => previewer.processId !== first)
    await until(() => !isRunning(first))
    await previewer.makePreview(jobOf(small))
    await using modest = start({ idleTime: 20 })
    await modest.makePreview(jobOf(small))
    const kept = modest.processId
    await sleep(100)
    expect(modest.processId).toBe(kept)
    expect(logged).toEqual([])
  })

  it('hands over to a new one while it is busy and has much more memory, and finishes what it has begun', async () => {
    const logged: string[] = []
    const log = { warn: (_: object, message: string) => logged.push(message) }
    await using previewer = start({ busyMemory: 1, jobs: 2, log })
    await previewer.warmUp()
    const first = previewer.processId
    const slow = jobOf(photo)
    const begun = previewer.makePreview(slow)
    await previewer.makePreview(jobOf(small))
    expect(previewer.processId).not.toBe(first)
    expect(isRunning(first)).toBe(true)
    const next = previewer.makePreview(jobOf(photo))
    await begun
    expect((await readFile(slow.target)).length).toBeGreaterThan(10_000)
    await until(() => !isRunning(first))
    await next
    expect(logged).toEqual([])
  })

  it('ends with the previewer, also what has handed over', async () => {
    const previewer = start({ busyMemory: 1, jobs: 2 })
    await previewer.warmUp()
    const first = previewer.processId
    const begun = previewer.makePreview(jobOf(photo))
    await previewer.makePreview(jobOf(small))
    const second = previewer.processId
    expect(second).not.toBe(first)
    const ended = expect(begun).rejects.toThrow()
    await previewer[Symbol.asyncDispose]()
    await ended
    expect([first, second].map(isRunning)).toEqual([false, false])
  })

  it('refuses an image that makes it crash twice, and goes on with others', async () => {
    await using previewer = start()
    await previewer.warmUp()
    let settled = false
    const refused = previewer.makePreview(jobOf(photo)).finally(() => {
      settled = true
    })
    const killing = keepKilling(previewer, () => settled)
    await expect(refused).rejects.toMatchObject({ code: 'DAMAGED_IMAGE' })
    await killing
    await expect(previewer.makePreview(jobOf(small))).resolves.toMatchObject({ width: 64 })
  })

  it('gives up an image that takes too long, not those beside it', async () => {
    await using previewer = start({ taskTimeout: 60, jobs: 2 })
    await previewer.warmUp()
    const slow = previewer.makePreview(jobOf(photo))
    await sleep(20)
    const quick = previewer.makePreview(jobOf(small))
    await expect(slow).rejects.toMatchObject({ code: 'DAMAGED_IMAGE' })
    await expect(quick).resolves.toMatchObject({ width: 64 })
  })

  it('knows nothing of the environment of the service', async () => {
    process.env.WERKSCHAU_TEST_SECRET = 'secret'
    await using previewer = start()
    await previewer.warmUp()
    const environment = `/proc/${previewer.processId}/environ`
    if (existsSync(environment)) {
      const names = (await readFile(environment, 'latin1'))
        .split('\0')
        .filter(Boolean)
        .map((entry) => entry.split('=')[0])
      const allowed = ['MALLOC_ARENA_MAX', 'UV_THREADPOOL_SIZE', 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE']
      expect(names.filter((name) => !allowed.includes(name ?? ''))).toEqual([])
    }
    delete process.env.WERKSCHAU_TEST_SECRET
  })

  it('outlives the signals that stop a service, for the uploads that are being finished', async () => {
    await using previewer = start()
    await previewer.warmUp()
    const id = previewer.processId ?? 0
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(id, signal)
    await previewer.makePreview(jobOf(small))
    expect(previewer.processId).toBe(id)
  })

  it('ends with the service, also when that is killed', async () => {
    const script =
      "import { createPreviewer } from '#server/adapters/images/sharp-previewer.ts';" +
      'const previewer = createPreviewer({ maxPixels: 1000, clock: { now: () => new Date() } });' +
      'await previewer.warmUp(); console.log(previewer.processId)'
    const parent = execFile(process.execPath, ['--input-type=module', '-e', script])
    const [line] = await once(parent.stdout ?? parent, 'data')
    const id = Number(line)
    expect(isRunning(id)).toBe(true)
    parent.kill('SIGKILL')
    await until(() => !isRunning(id))
  })

  it('is gone when the previewer is disposed of; jobs fail', async () => {
    const previewer = start({ jobs: 1 })
    await previewer.warmUp()
    const id = previewer.processId
    const jobs = [photo, photo, small].map((source) => previewer.makePreview(jobOf(source)))
    const ends = Promise.allSettled(jobs)
    await previewer[Symbol.asyncDispose]()
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(isRunning(id)).toBe(false)
    await expect(previewer.makePreview(jobOf(small))).rejects.toThrow('stopped')
  })
})

describe('the queue of previews', () => {
  it('takes the smallest turn first, then what came first', async () => {
    await using previewer = start({ jobs: 1 })
    const done: string[] = []
    const turns = [3, 2, 1, 2, 1]
    await Promise.all(
      turns.map(async (turn, index) => {
        await previewer.makePreview(jobOf(small, turn))
        done.push(`${turn}:${index}`)
      }),
    )
    expect(done).toEqual(['3:0', '1:2', '1:4', '2:1', '2:3'])
  })

  it('drops a waiting job whose signal is aborted', async () => {
    await using previewer = start({ jobs: 1 })
    const visitor = new AbortController()
    const first = previewer.makePreview(jobOf(photo))
    const job = jobOf(small)
    const dropped = previewer.makePreview({ ...job, signal: visitor.signal })
    expect(previewer.pending).toBe(2)
    visitor.abort(new Error('gone away'))
    await expect(dropped).rejects.toThrow('gone away')
    expect(previewer.pending).toBe(1)
    await first
    expect(existsSync(job.target)).toBe(false)
    await expect(previewer.makePreview({ ...job, signal: visitor.signal })).rejects.toThrow('gone away')
  })

  it('finishes a running job before it fails with the reason of the signal', async () => {
    await using previewer = start({ jobs: 1 })
    await previewer.warmUp()
    const visitor = new AbortController()
    const job = jobOf(photo)
    const running = previewer.makePreview({ ...job, signal: visitor.signal })
    visitor.abort(new Error('gone away'))
    await expect(running).rejects.toThrow('gone away')
    expect(previewer.pending).toBe(0)
    expect(existsSync(job.target)).toBe(true)
  })
})
