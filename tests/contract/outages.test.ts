import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '#server/adapters/database/database.ts'
import { isPostgresInUse, openPostgres } from '#server/adapters/database/dialects/postgres.ts'
import type { Engine } from '#server/adapters/database/engine.ts'
import { openS3FileStore } from '#server/adapters/files/s3-file-store.ts'
import { within } from '#server/concurrency/within.ts'
import { newBucket } from '#tests/support/servers/buckets.ts'
import { newDatabase, onConnectionLost } from '#tests/support/servers/databases.ts'
import { startOwnPostgres } from '#tests/support/servers/postgres-server.ts'
import { startTcpProxy } from '#tests/support/servers/proxies/tcp-proxy.ts'
import { sharedService } from '#tests/support/servers/shared-service.ts'
import { aGroup } from '#tests/support/test-database.ts'

const unavailable = { code: 'TEMPORARILY_UNAVAILABLE' }
const server = await sharedService('postgres')
const s3 = await sharedService('s3')

/** The address with the proxy's port instead of the server's, and the proxy. */
async function behindProxy(address: string) {
  const url = new URL(address)
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) })
  url.port = String(proxy.port)
  return { proxy, address: url.href }
}

describe.skipIf(server === undefined)('a database that cannot be reached', () => {
  it('fails reads and transactions as temporarily unavailable, and works again once it is back', async () => {
    if (server === undefined) return
    await using own = await newDatabase(server)
    const { proxy, address } = await behindProxy(own.url)
    await using database = await openDatabase(openPostgres(address, { onConnectionLost }))
    const write = () => database.transaction((tx) => tx.groups.insert(aGroup()))
    const calls = [
      write,
      () => database.groups.find('a'),
      async () => database.changes.version(),
      async () => database.changes.since(await database.changes.position()),
      () => database.health(),
    ]
    await write()
    for (const off of [proxy.goDown, proxy.goDown]) {
      await off()
      for (const call of calls) await expect(call()).rejects.toMatchObject(unavailable)
      await proxy.comeBack()
      await write()
      for (const call of calls) await call()
    }
    expect(await database.moderation.countGroups({ scope: 'all' })).toBe(5)
    await proxy[Symbol.asyncDispose]()
  })

  it('aborts an open transaction, and stores nothing of it', async () => {
    if (server === undefined) return
    await using own = await newDatabase(server)
    const { proxy, address } = await behindProxy(own.url)
    await using database = await openDatabase(openPostgres(address, { onConnectionLost }))
    const broken = database.transaction(async (tx) => {
      await tx.groups.insert(aGroup())
      await proxy.goDown()
      await tx.groups.insert(aGroup())
    })
    await expect(broken).rejects.toMatchObject(unavailable)
    await proxy.comeBack()
    expect(await database.moderation.countGroups({ scope: 'all' })).toBe(0)
    await proxy[Symbol.asyncDispose]()
  })

  it('times out if it does not answer, and closes the connection', async () => {
    if (server === undefined) return
    await using own = await newDatabase(server)
    const { proxy, address } = await behindProxy(own.url)
    await using database = await openDatabase(openPostgres(address, { onConnectionLost }))
    await database.changes.version()
    proxy.freeze()
    const first = (async () => database.changes.version())()
    await expect(first).rejects.toMatchObject(unavailable)
    proxy.thaw()
    expect(await database.changes.version()).toBe(0)
    await proxy[Symbol.asyncDispose]()
  })

  describe('at the end of a process', () => {
    const uses = {
      statements: (engine: Engine) => Promise.all([1, 2, 3].map(() => engine.readTime?.())),
      messages: async (engine: Engine) => engine.listen?.(() => undefined).attempted,
    }
    /** Connections of a server that has stopped, and what it takes to close them. */
    async function closing(ended: AsyncDisposableStack, use: keyof typeof uses) {
      const own = await startOwnPostgres()
      ended.defer(own.stop)
      ended.defer(async () => own.resume())
      const engine = openPostgres(own.address, { onConnectionLost })
      await uses[use](engine)
      own.pause()
      return { own, closed: engine.close() }
    }

    it.each(['statements', 'messages'] as const)('ends the connections for %s before it is closed', async (use) => {
      await using ended = new AsyncDisposableStack()
      const { own, closed } = await closing(ended, use)
      const isClosed = closed.then(() => true)
      expect(await within(100, isClosed)).toBe(undefined)
      own.resume()
      await closed
      // Else a command beside the service would take it for running.
      expect(await isPostgresInUse(own.address)).toBe(false)
    })

    it.each(['statements', 'messages'] as const)('does not wait for long for those for %s', async (use) => {
      await using ended = new AsyncDisposableStack()
      await (await closing(ended, use)).closed
    })
  })

  it('stops the start of the service', async () => {
    const nobody = 'postgres://postgres@127.0.0.1:1/postgres'
    await expect(openDatabase(openPostgres(nobody, { onConnectionLost }))).rejects.toMatchObject(unavailable)
  })
})

describe.skipIf(s3 === undefined)('a bucket while the clock of this machine jumps', () => {
  afterEach(() => void vi.useRealTimers())

  it('stores and returns files as before', async () => {
    if (s3 === undefined) return
    const folder = await mkdtemp(join(tmpdir(), 'werkschau-skewed-'))
    await using files = await openS3FileStore(await newBucket(s3), folder)
    const store = async () => {
      const name = `${randomUUID()}.jpg`
      const draft = await files.draft('original', name)
      await writeFile(draft.path, 'bytes')
      await draft.commit()
      return name
    }
    await store()
    for (const aheadMs of [3 * 60 * 60_000, 0]) {
      vi.useFakeTimers({ toFake: ['Date'], now: performance.timeOrigin + performance.now() + aheadMs })
      const name = await store()
      vi.useFakeTimers({
        toFake: ['Date'],
        now: performance.timeOrigin + performance.now() + aheadMs - 5 * 60 * 60_000,
      })
      const opened = await Promise.all([1, 2, 3].map(() => files.open('original', name)))
      expect(opened.map((file) => file?.size)).toEqual([5, 5, 5])
    }
    await rm(folder, { recursive: true, force: true })
  })

  it('returns files right after an outage', async () => {
    if (s3 === undefined) return
    const folder = await mkdtemp(join(tmpdir(), 'werkschau-skewed-'))
    const bucket = await newBucket(s3)
    const { proxy, address } = await behindProxy(bucket.endpoint)
    await using files = await openS3FileStore({ ...bucket, endpoint: address }, folder)
    const name = `${randomUUID()}.jpg`
    const draft = await files.draft('original', name)
    await writeFile(draft.path, 'bytes')
    await draft.commit()
    await proxy.goDown()
    // They use up what the client allows itself in repeated requests.
    await Promise.allSettled(Array.from({ length: 120 }, () => files.open('original', name)))
    await proxy.comeBack()
    vi.useFakeTimers({ toFake: ['Date'], now: performance.timeOrigin + performance.now() + 3 * 60 * 60_000 })
    expect((await files.open('original', name))?.size).toBe(5)
    await proxy[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })
})

describe.skipIf(s3 === undefined)('a bucket that cannot be reached', () => {
  it('fails every call as temporarily unavailable, and works again once it is back', async () => {
    if (s3 === undefined) return
    const folder = await mkdtemp(join(tmpdir(), 'werkschau-outage-'))
    const bucket = await newBucket(s3)
    const { proxy, address } = await behindProxy(bucket.endpoint)
    await using files = await openS3FileStore({ ...bucket, endpoint: address }, folder)
    const name = `${randomUUID()}.jpg`
    const draft = await files.draft('original', name)
    await writeFile(draft.path, 'bytes')
    await draft.commit()
    const opened = await files.open('original', name)

    await proxy.goDown()
    const waiting = await files.draft('preview', name)
    await writeFile(waiting.path, 'preview')
    for (const call of [
      () => files.open('original', name),
      () => buffer(opened?.read() as NodeJS.ReadableStream),
      () => files.withLocalCopy('original', name, async () => undefined),
      () => files.remove('original', name),
      () => files.health(),
      () => waiting.commit(),
    ]) {
      await expect(call()).rejects.toMatchObject(unavailable)
    }
    await proxy.comeBack()
    await waiting.commit()
    expect((await buffer(opened?.read() as NodeJS.ReadableStream)).toString()).toBe('bytes')
    expect((await files.open('preview', name))?.size).toBe(7)
    await proxy[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  it('stops sending a file that is no longer accepted, and cleans up soon', async () => {
    if (s3 === undefined) return
    const folder = await mkdtemp(join(tmpdir(), 'werkschau-outage-'))
    const bucket = await newBucket(s3)
    const { proxy, address } = await behindProxy(bucket.endpoint)
    await using files = await openS3FileStore({ ...bucket, endpoint: address }, folder, { stallMs: 500 })
    const draft = await files.draft('original', `${randomUUID()}.jpg`)
    await writeFile(draft.path, Buffer.alloc(2 ** 23))
    await files.health()
    proxy.freeze()
    await expect(draft.commit()).rejects.toMatchObject(unavailable)
    await expect(draft.discard()).rejects.toMatchObject(unavailable)
    await proxy[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  it('stops reading a file whose bytes no longer arrive', async () => {
    if (s3 === undefined) return
    const folder = await mkdtemp(join(tmpdir(), 'werkschau-outage-'))
    const bucket = await newBucket(s3)
    const { proxy, address } = await behindProxy(bucket.endpoint)
    await using files = await openS3FileStore({ ...bucket, endpoint: address }, folder, { idleMs: 500 })
    const name = `${randomUUID()}.jpg`
    const draft = await files.draft('original', name)
    await writeFile(draft.path, Buffer.alloc(2 ** 19))
    await draft.commit()
    const opened = await files.open('original', name)
    for (const read of [
      () => buffer(opened?.read() as NodeJS.ReadableStream),
      () => files.withLocalCopy('original', name, async () => undefined),
    ]) {
      proxy.freeze(2 ** 16)
      await expect(read()).rejects.toMatchObject(unavailable)
      proxy.thaw()
    }
    expect(await buffer(opened?.read() as NodeJS.ReadableStream)).toHaveLength(2 ** 19)
    await proxy[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  it('gets every file, whatever connections it resets', async () => {
    if (s3 === undefined) return
    const folder = await mkdtemp(join(tmpdir(), 'werkschau-outage-'))
    const bucket = await newBucket(s3)
    const { proxy, address } = await behindProxy(bucket.endpoint)
    await using files = await openS3FileStore({ ...bucket, endpoint: address }, folder)
    const resets = proxy.resetEveryPut(3)
    const send = async () => {
      const bytes = randomBytes(300_000)
      const name = `${randomUUID()}.jpg`
      const draft = await files.draft('original', name)
      await writeFile(draft.path, bytes)
      await draft.commit()
      const stored = await files.open('original', name)
      return (await buffer(stored?.read() as NodeJS.ReadableStream)).equals(bytes)
    }
    for (let n = 0; n < 10; n++) expect(await Promise.all([send(), send(), send(), send()])).not.toContain(false)
    expect(resets()).toBeGreaterThan(10)
    await proxy[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  it('gets a file whose connection it resets five times in a row', { timeout: 20_000 }, async () => {
    if (s3 === undefined) return
    const folder = await mkdtemp(join(tmpdir(), 'werkschau-outage-'))
    const bucket = await newBucket(s3)
    const { proxy, address } = await behindProxy(bucket.endpoint)
    await using files = await openS3FileStore({ ...bucket, endpoint: address }, folder)
    const draft = await files.draft('original', `${randomUUID()}.jpg`)
    await writeFile(draft.path, randomBytes(300_000))
    const resets = proxy.resetEveryPut(1)
    const committed = draft.commit()
    await vi.waitFor(() => expect(resets()).toBe(5), { timeout: 10_000 })
    proxy.resetEveryPut(Number.POSITIVE_INFINITY)
    await committed
    await proxy[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  it('returns its own error for a wrong key at once', async () => {
    if (s3 === undefined) return
    const folder = await mkdtemp(join(tmpdir(), 'werkschau-outage-'))
    await using files = await openS3FileStore({ ...(await newBucket(s3)), accessKeyId: 'unknown' }, folder)
    const draft = await files.draft('original', `${randomUUID()}.jpg`)
    await writeFile(draft.path, randomBytes(300_000))
    const began = performance.now()
    await expect(draft.commit()).rejects.toMatchObject({ ...unavailable, cause: { name: 'InvalidAccessKeyId' } })
    expect(performance.now() - began).toBeLessThan(15_000)
    await rm(folder, { recursive: true, force: true })
  })

  it('does not end the process when a draft is discarded during an attempt to send it', async () => {
    if (s3 === undefined) return
    const folder = await mkdtemp(join(tmpdir(), 'werkschau-outage-'))
    const bucket = await newBucket(s3)
    const { proxy, address } = await behindProxy(bucket.endpoint)
    await using files = await openS3FileStore({ ...bucket, endpoint: address }, folder)
    await proxy.goDown()
    const draft = await files.draft('original', `${randomUUID()}.jpg`)
    await writeFile(draft.path, 'bytes')
    const sending = draft.commit()
    sending.catch(() => undefined)
    await expect(draft.discard()).rejects.toMatchObject(unavailable)
    await expect(sending).rejects.toThrow()
    await rm(folder, { recursive: true, force: true })
  })

  it('fails every call if it does not exist, and reports no file as missing', async () => {
    if (s3 === undefined) return
    const folder = await mkdtemp(join(tmpdir(), 'werkschau-outage-'))
    await using files = await openS3FileStore({ ...(await newBucket(s3)), bucket: 'unknown' }, folder)
    await expect(files.health()).rejects.toMatchObject(unavailable)
    const copy = files.withLocalCopy('original', 'a.jpg', async () => undefined)
    await expect(copy).rejects.toMatchObject(unavailable)
    await rm(folder, { recursive: true, force: true })
  })

  it('removes the spooled files of dead processes only', async () => {
    if (s3 === undefined) return
    const folder = await mkdtemp(join(tmpdir(), 'werkschau-outage-'))
    const bucket = await newBucket(s3)
    await using running = await openS3FileStore(bucket, folder)
    const own = await readdir(folder)
    const draft = await running.draft('original', 'a.jpg')
    await writeFile(draft.path, 'bytes')
    const old = new Date(Date.now() - 2 * 24 * 60 * 60_000)
    for (const left of [randomUUID(), '1@elsewhere@old', '1@elsewhere@new']) await mkdir(join(folder, left))
    await utimes(join(folder, '1@elsewhere@old'), old, old)
    await using next = await openS3FileStore(bucket, folder)
    const left = await readdir(folder)
    expect(left).toEqual(expect.arrayContaining([...own, '1@elsewhere@new']))
    // Folder and lock of both, and a new folder of an earlier release.
    expect(left).toHaveLength(5)
    await draft.commit()
    expect(await next.open('original', 'a.jpg')).toBeDefined()
    await rm(folder, { recursive: true, force: true })
  })
})
