import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { PutBucketLifecycleConfigurationCommand, PutBucketVersioningCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDiskFileStore } from '#server/adapters/files/disk-file-store.ts'
import { createS3Client } from '#server/adapters/files/s3-client.ts'
import { openS3FileStore } from '#server/adapters/files/s3-file-store.ts'
import type { FileKind, FileStore } from '#server/ports/file-store.ts'
import { newBucket } from '#tests/support/servers/buckets.ts'
import type { S3Server } from '#tests/support/servers/s3-server.ts'
import { sharedService } from '#tests/support/servers/shared-service.ts'

const s3 = await sharedService('s3')
type Open = (folder: string) => Promise<FileStore>
const inBucket: Open = async (folder) => openS3FileStore(await newBucket(s3 as S3Server), join(folder, 'spool'))
const stores: [string, Open][] = [['a disk', openDiskFileStore]]
if (s3) stores.push(['a bucket', inBucket])

describe.each(stores)('files on %s', (_place, open) => {
  let folder: string
  let files: FileStore
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'werkschau-files-'))
    files = await open(folder)
  })
  afterAll(async () => {
    await files[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  async function stored(bytes: Buffer, kind: FileKind = 'original') {
    const name = `${randomUUID()}.jpg`
    const draft = await files.draft(kind, name)
    await writeFile(draft.path, bytes)
    await draft.commit()
    return name
  }
  const contentOf = async (name: string, range?: { start: number; end: number }) => {
    const file = await files.open('original', name)
    return file && buffer(file.read(range))
  }

  it('keeps a file byte for byte, of any size', async () => {
    for (const size of [0, 1, 70_000, 12_000_000]) {
      const bytes = randomBytes(size)
      const name = await stored(bytes)
      const file = await files.open('original', name)
      expect(file?.size).toBe(size)
      expect(Math.abs((file?.modifiedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
      expect((await contentOf(name))?.equals(bytes), `${size} bytes`).toBe(true)
    }
  })

  it('reads a range, including both ends', async () => {
    const bytes = randomBytes(300_000)
    const name = await stored(bytes)
    for (const [start, end] of [
      [0, 0],
      [10, 19],
      [299_999, 299_999],
      [0, 299_999],
    ] as const) {
      const part = await contentOf(name, { start, end })
      expect(part?.equals(bytes.subarray(start, end + 1)), `${start}-${end}`).toBe(true)
    }
  })

  it('can stop reading in the middle', async () => {
    const file = await files.open('original', await stored(randomBytes(12_000_000)))
    for await (const chunk of file?.read() ?? []) {
      expect(chunk.length).toBeGreaterThan(0)
      break
    }
    await expect(files.health()).resolves.toBeUndefined()
  })

  it('serves others while a hundred visitors read slowly', async () => {
    const slow = await stored(randomBytes(4_000_000))
    const other = await stored(Buffer.from('other'))
    const file = await files.open('original', slow)
    const visitors = Array.from({ length: 120 }, () => file?.read()[Symbol.asyncIterator]())
    await Promise.race([Promise.all(visitors.map((visitor) => visitor?.next())), sleep(8_000)])
    try {
      const answer = Promise.all([contentOf(other), stored(randomBytes(100))])
      expect(await Promise.race([answer, sleep(30_000, 'waits')])).not.toBe('waits')
    } finally {
      for (const visitor of visitors) void visitor?.return?.()
    }
  })

  it('lists all files of a kind with their sizes', async () => {
    const names = [await stored(randomBytes(3)), await stored(randomBytes(5))]
    const preview = await stored(randomBytes(7), 'preview')
    const sizesOf = async (kind: FileKind) =>
      new Map((await Array.fromAsync(files.list(kind))).map(({ name, size }) => [name, size]))
    const originals = await sizesOf('original')
    expect(names.map((name) => originals.get(name))).toEqual([3, 5])
    expect(originals.has(preview)).toBe(false)
    expect((await sizesOf('preview')).get(preview)).toBe(7)
    expect((await Array.fromAsync(files.names('original'))).toSorted()).toEqual([...originals.keys()].toSorted())
  })

  it('keeps originals and previews apart', async () => {
    const name = await stored(Buffer.from('preview'), 'preview')
    expect(await files.open('original', name)).toBeUndefined()
    expect((await files.open('preview', name))?.size).toBe(7)
  })

  it('leaves nothing of a discarded draft, before and after its commit', async () => {
    for (const committed of [false, true]) {
      const name = `${randomUUID()}.png`
      const draft = await files.draft('original', name)
      await writeFile(draft.path, 'bytes')
      if (committed) await draft.commit()
      await draft.discard()
      await draft.discard()
      expect(await files.open('original', name)).toBeUndefined()
      await expect(readFile(draft.path)).rejects.toThrow('ENOENT')
    }
    const unwritten = await files.draft('preview', `${randomUUID()}.jpg`)
    await expect(unwritten.discard()).resolves.toBeUndefined()
  })

  it('fails to commit a draft that was not written', async () => {
    const draft = await files.draft('original', `${randomUUID()}.jpg`)
    await expect(draft.commit()).rejects.toThrow()
    await draft.discard()
  })

  it('removes a file, and ignores a missing one', async () => {
    const name = await stored(Buffer.from('bytes'))
    await files.remove('original', name)
    expect(await files.open('original', name)).toBeUndefined()
    await files.remove('original', name)
  })

  it('provides a local copy while it is used', async () => {
    const bytes = randomBytes(100_000)
    const name = await stored(bytes)
    const used = await files.withLocalCopy('original', name, async (path) => ({ path, read: await readFile(path) }))
    expect(used?.read.equals(bytes)).toBe(true)
    await expect(
      files.withLocalCopy('original', name, () => {
        throw new Error('in use')
      }),
    ).rejects.toThrow('in use')
    expect(await files.withLocalCopy('original', `${randomUUID()}.jpg`, async () => 'used')).toBeUndefined()
    expect((await contentOf(name))?.equals(bytes)).toBe(true)
  })

  it('stores in-place changes of a file', async () => {
    const name = await stored(Buffer.from('position'))
    const overwrite = async (path: string) => {
      await writeFile(path, 'X', { flag: 'r+' })
      return 'done'
    }
    expect(await files.edit('original', name, overwrite)).toBe('done')
    expect((await contentOf(name))?.toString()).toBe('Xosition')
    expect(await files.edit('original', name, async () => 'unchanged')).toBe('unchanged')
    expect((await contentOf(name))?.toString()).toBe('Xosition')
    expect(await files.edit('original', `${randomUUID()}.jpg`, overwrite)).toBeUndefined()
  })

  it('stores changes of one file that are made at the same time', async () => {
    const name = await stored(Buffer.from('a'))
    const append = (text: string) =>
      files.edit('original', name, async (path) => {
        await writeFile(`${path}.new`, `${await readFile(path, 'utf8')}${text}`)
        await sleep(20)
        await rename(`${path}.new`, path)
      })
    await Promise.all(['b', 'c'].map(append))
    expect((await contentOf(name))?.toString()).toMatch(/^a[bc]+$/)
  })

  it('stores a change within the same tick of the clock that files get their times from', async () => {
    const name = await stored(Buffer.from('position'))
    await files.edit('original', name, async (path) => {
      execFileSync('touch', ['-r', path, `${path}.as`])
      await writeFile(path, 'nothing!')
      execFileSync('touch', ['-r', `${path}.as`, path])
      await rm(`${path}.as`)
    })
    expect((await contentOf(name))?.toString()).toBe('nothing!')
  })

  it.each(['../x.jpg', 'a/b.jpg', '..', '', 'a.jpg\0', '.jpg', 'a%2fb.jpg', 'a\\b.jpg'])(
    'refuses the name %j',
    async (name) => {
      expect(await files.open('original', name)).toBeUndefined()
      await expect(files.draft('original', name)).rejects.toThrow('name')
      await expect((async () => files.remove('original', name))()).rejects.toThrow('name')
    },
  )

  it('leaves no local file behind', async () => {
    const spooled = await readdir(join(folder, 'spool'), { recursive: true, withFileTypes: true }).catch(() => [])
    // The lock identifies the owner of the spool.
    expect(spooled.filter((entry) => entry.isFile() && !entry.name.endsWith('.lock'))).toEqual([])
  })
})

describe.skipIf(s3 === undefined)('keepsVersionsForever', () => {
  it('is true for a bucket with versions that no rule removes', async () => {
    const bucket = await newBucket(s3 as S3Server)
    const client = createS3Client(bucket)
    const folder = await mkdtemp(join(tmpdir(), 'werkschau-files-'))
    const files = await openS3FileStore(bucket, folder)
    expect(await files.keepsVersionsForever()).toBe(false)
    const Bucket = bucket.bucket
    await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }))
    expect(await files.keepsVersionsForever()).toBe(true)
    const ended = { Filter: { Prefix: '' }, NoncurrentVersionExpiration: { NoncurrentDays: 14 } }
    const LifecycleConfiguration = { Rules: [{ ID: 'end', Status: 'Enabled' as const, ...ended }] }
    await client.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration }))
    expect(await files.keepsVersionsForever()).toBe(false)
    client.destroy()
    await files[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })
})
