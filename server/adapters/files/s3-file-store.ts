import { createWriteStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { isStoredName } from '#server/domain/names.ts'
import { AppError } from '#server/errors.ts'
import type { FileKind, FileStore, StoredFile } from '#server/ports/file-store.ts'
import { checkName, folders } from './file-names.ts'
import { checkRoom } from './room.ts'
import { type Bucket, createS3Client, failing, isMissing, toFailure } from './s3-client.ts'
import { openSpool } from './spool.ts'
import { watchForStall } from './stalled.ts'

type Range = NonNullable<Parameters<StoredFile['read']>[0]>

const sendMs = 10 * 60_000
/** Below the minute after which proxies give up: the visitor is told in words. */
const stalledMs = 20_000
/** The outbox removes what is left. */
const discardMs = 3_000
const pausesMs = [200, 1_000]
const types: Readonly<Record<string, string>> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }

/**
 * Files as objects of a bucket. While one is made it is a local file below `spoolFolder`, which may be emptied at any
 * start. Sending one is given up when nothing of it was taken for `stalledMs`.
 */
export async function openS3FileStore(
  config: Bucket,
  spoolFolder: string,
  patience = { stalledMs },
): Promise<FileStore & AsyncDisposable> {
  const s3 = createS3Client(config)
  const spool = await openSpool(spoolFolder)
  const object = (kind: FileKind, name: string) => ({ Bucket: config.bucket, Key: `${folders[kind]}/${name}` })

  /** A stream can be sent once only, so that the client does not repeat it by itself. */
  async function send(kind: FileKind, name: string, path: string): Promise<void> {
    // Kept open from the first attempt to the last: the file may be discarded in between.
    await using file = await open(path)
    const { size } = await file.stat()
    const ContentType = types[name.slice(name.lastIndexOf('.') + 1)]
    for (let attempt = 0; ; attempt++) {
      const Body = file.createReadStream({ start: 0, autoClose: false, highWaterMark: 2 ** 18 })
      // The client does not listen while it connects, and a failure that nobody hears ends the process.
      Body.on('error', () => undefined)
      const put = new PutObjectCommand({ ...object(kind, name), Body, ContentLength: size, ContentType })
      using watch = watchForStall(Body, patience.stalledMs)
      try {
        return void (await s3.send(put, { requestTimeout: sendMs, abortSignal: watch.signal }))
      } catch (error) {
        const wait = pausesMs[attempt]
        if (wait === undefined || watch.signal.aborted) throw error
        await pause(wait)
      } finally {
        Body.destroy()
      }
    }
  }

  async function remove(kind: FileKind, name: string, options = {}): Promise<void> {
    checkName(name)
    await failing(s3.send(new DeleteObjectCommand(object(kind, name)), options))
  }

  /** The body of the object; undefined when there is none. */
  async function get(kind: FileKind, name: string, options: { range?: Range; signal?: AbortSignal } = {}) {
    const part = options.range && `bytes=${options.range.start}-${options.range.end}`
    const request = new GetObjectCommand({ ...object(kind, name), Range: part })
    try {
      const { Body } = await s3.send(request, options.signal ? { abortSignal: options.signal } : {})
      return Body as Readable
    } catch (error) {
      if (isMissing(error)) return undefined
      throw toFailure(error)
    }
  }

  async function* chunks(kind: FileKind, name: string, range?: Range) {
    const given = new AbortController()
    try {
      const body = await get(kind, name, { ...(range && { range }), signal: given.signal })
      if (body === undefined) throw new AppError('FILE_NOT_FOUND', 'There is no such file')
      yield* body
    } catch (error) {
      throw toFailure(error)
    } finally {
      given.abort()
    }
  }

  async function withLocalCopy<T>(
    kind: FileKind,
    name: string,
    use: (path: string) => Promise<T>,
  ): Promise<T | undefined> {
    checkName(name)
    const body = await get(kind, name)
    if (body === undefined) return undefined
    const path = spool.path(name)
    try {
      await failing(pipeline(body, createWriteStream(path)))
      return await use(path)
    } finally {
      await rm(path, { force: true })
    }
  }

  return {
    remove: (kind, name) => remove(kind, name),
    checkRoom: () => checkRoom(spoolFolder),

    async draft(kind, name) {
      checkName(name)
      const path = spool.path(name)
      let sent = false
      return {
        path,
        async commit() {
          sent = true
          await failing(send(kind, name, path))
          await rm(path, { force: true })
        },
        async discard() {
          await rm(path, { force: true })
          if (sent) await remove(kind, name, { requestTimeout: discardMs })
        },
      }
    },

    async open(kind, name) {
      if (!isStoredName(name)) return undefined
      try {
        const { ContentLength = 0, LastModified } = await s3.send(new HeadObjectCommand(object(kind, name)))
        return {
          size: ContentLength,
          modifiedAt: LastModified ?? new Date(0),
          // Asked for when it is read; whoever stops reading gives up the request.
          read: (range) => Readable.from(chunks(kind, name, range), { objectMode: false, highWaterMark: 2 ** 18 }),
        }
      } catch (error) {
        if (isMissing(error)) return undefined
        throw toFailure(error)
      }
    },

    async *list(kind) {
      const Prefix = `${folders[kind]}/`
      let ContinuationToken: string | undefined
      do {
        const page = await failing(
          s3.send(new ListObjectsV2Command({ Bucket: config.bucket, Prefix, ContinuationToken })),
        )
        for (const { Key = '', Size = 0 } of page.Contents ?? []) {
          const name = Key.slice(Prefix.length)
          if (isStoredName(name)) yield { name, size: Size }
        }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
    },

    withLocalCopy,

    edit: (kind, name, use) =>
      withLocalCopy(kind, name, async (path) => {
        const before = await stat(path)
        const result = await use(path)
        const after = await stat(path)
        if (after.mtimeMs !== before.mtimeMs) await failing(send(kind, name, path))
        return result
      }),

    async health() {
      await failing(s3.send(new HeadBucketCommand({ Bucket: config.bucket })))
    },

    async [Symbol.asyncDispose]() {
      s3.destroy()
      await spool[Symbol.asyncDispose]()
    },
  }
}
