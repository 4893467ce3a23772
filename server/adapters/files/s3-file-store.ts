import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3'
import { AppError } from '#server/domain/errors.ts'
import { isStoredName, typeOfName } from '#server/domain/names.ts'
import type { FileDraft, FileKind, FileStore, StoredFile } from '#server/ports/file-store.ts'
import { keepsVersionsForever } from './bucket-versions.ts'
import { checkName, folders } from './file-names.ts'
import { checkFreeSpace } from './free-space.ts'
import { removeLocal, sha256Of } from './local-file.ts'
import { putFile } from './put-file.ts'
import { type Range, readInPieces } from './read-in-pieces.ts'
import { type Bucket, createS3Client, isMissing, toFailure, withFailures } from './s3-client.ts'
import { openSpool, type Spool } from './spool.ts'

interface ObjectPart {
  readonly range?: Range
  readonly signal?: AbortSignal
  /** Of the version that is wanted. */
  readonly etag?: string | undefined
}

/** With what follows below the minute after which proxies give up: the visitor gets an answer. */
const stallMs = 15_000
/** The outbox removes what is left. */
const discardMs = 3_000
const bucketSeenMs = 10_000

interface Times {
  /** A file being sent fails when the bucket reads nothing for this long. */
  readonly stallMs?: number
  /** A file being read fails when nothing arrives for this long. */
  readonly idleMs?: number
}

/** Opens files as objects of a bucket; see `S3FileStore`. */
export async function openS3FileStore(bucket: Bucket, spoolFolder: string, options: Times = {}): Promise<S3FileStore> {
  return new S3FileStore(bucket, { folder: spoolFolder, spool: await openSpool(spoolFolder) }, options)
}

/** Files as objects of a bucket. A file being made is local, below the spool folder, which any start may empty. */
class S3FileStore implements FileStore {
  #s3: S3Client
  #bucket: string
  #spool: Spool
  #spoolFolder: string
  #stallMs: number
  #isVerified = false
  #bucketSeenAt = Number.NEGATIVE_INFINITY

  constructor(bucket: Bucket, local: { folder: string; spool: Spool }, options: Times) {
    this.#bucket = bucket.bucket
    this.#spool = local.spool
    this.#spoolFolder = local.folder
    this.#stallMs = options.stallMs ?? stallMs
    this.#s3 = createS3Client(bucket, options.idleMs)
  }

  checkFreeSpace(): Promise<void> {
    return checkFreeSpace(this.#spoolFolder)
  }

  async draft(kind: FileKind, name: string): Promise<FileDraft> {
    checkName(name)
    const path = this.#spool.path(name)
    let begun = false
    let isStored = false
    const send = async () => {
      if (isStored) return
      begun = true
      await this.#put(kind, name, path)
      isStored = true
      await removeLocal(path)
    }
    return {
      path,
      flush: send,
      commit: send,
      discard: async () => {
        await removeLocal(path)
        if (begun) await this.#delete(kind, name, { requestTimeout: discardMs })
      },
    }
  }

  async open(kind: FileKind, name: string): Promise<StoredFile | undefined> {
    if (!isStoredName(name)) return undefined
    try {
      const {
        ContentLength = 0,
        LastModified,
        ETag,
      } = await this.#s3.send(new HeadObjectCommand(this.#object(kind, name)))
      return {
        size: ContentLength,
        modifiedAt: LastModified ?? new Date(0),
        // Requested when it is read. All pieces are of the same version.
        read: (range = { start: 0, end: ContentLength - 1 }) => {
          const piece = (range: Range, signal: AbortSignal) => this.#piece(kind, name, { range, signal, etag: ETag })
          return Readable.from(readInPieces(range, piece), { objectMode: false, highWaterMark: 2 ** 18 })
        },
      }
    } catch (error) {
      if (isMissing(error)) return await this.#missing()
      throw toFailure(error)
    }
  }

  async withLocalCopy<T>(kind: FileKind, name: string, use: (path: string) => Promise<T>): Promise<T | undefined> {
    checkName(name)
    const body = await this.#get(kind, name)
    if (body === undefined) return undefined
    const path = this.#spool.path(name)
    try {
      await withFailures(pipeline(body, createWriteStream(path)))
      return await use(path)
    } finally {
      await removeLocal(path)
    }
  }

  edit<T>(kind: FileKind, name: string, use: (path: string) => Promise<T>): Promise<T | undefined> {
    return this.withLocalCopy(kind, name, async (path) => {
      // Not by its time, whose clock may not have ticked since.
      const before = await sha256Of(path)
      const result = await use(path)
      if ((await sha256Of(path)) !== before) await this.#put(kind, name, path)
      return result
    })
  }

  async *list(kind: FileKind): AsyncGenerator<{ name: string; size: number }> {
    const Prefix = `${folders[kind]}/`
    const pages = paginateListObjectsV2({ client: this.#s3 }, { Bucket: this.#bucket, Prefix })
    try {
      for await (const { Contents = [] } of pages) {
        for (const { Key = '', Size: size = 0 } of Contents) {
          const name = Key.slice(Prefix.length)
          if (isStoredName(name)) yield { name, size }
        }
      }
    } catch (error) {
      throw toFailure(error)
    }
  }

  async *names(kind: FileKind): AsyncGenerator<string> {
    for await (const { name } of this.list(kind)) yield name
  }

  remove(kind: FileKind, name: string): Promise<void> {
    return this.#delete(kind, name)
  }

  async health(): Promise<void> {
    await withFailures(this.#s3.send(new HeadBucketCommand({ Bucket: this.#bucket })))
    this.#bucketSeenAt = performance.now()
  }

  async ready(): Promise<void> {
    await checkFreeSpace(this.#spoolFolder)
    if (!this.#isVerified) await this.verify()
  }

  /** Throws unless the key may list, write and delete. Their answers name the reason, that of `health` does not. */
  async verify(): Promise<void> {
    const object = { Bucket: this.#bucket, Key: 'start-check' }
    await withFailures(this.#s3.send(new ListObjectsV2Command({ Bucket: this.#bucket, MaxKeys: 1 })))
    await withFailures(this.#s3.send(new PutObjectCommand({ ...object, Body: '' })))
    await withFailures(this.#s3.send(new DeleteObjectCommand(object)))
    this.#isVerified = true
  }

  /** Whether removed files stay readable for those who may read old versions in the bucket. */
  keepsVersionsForever(): Promise<boolean> {
    return keepsVersionsForever(this.#s3, this.#bucket)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#s3.destroy()
    await this.#spool[Symbol.asyncDispose]()
  }

  /** The answer to HEAD does not tell a missing object from a missing bucket. */
  async #missing(): Promise<undefined> {
    if (performance.now() - this.#bucketSeenAt > bucketSeenMs) await this.health()
  }

  #object(kind: FileKind, name: string) {
    return { Bucket: this.#bucket, Key: `${folders[kind]}/${name}` }
  }

  #put(kind: FileKind, name: string, path: string): Promise<void> {
    const ContentType = typeOfName(name)
    return withFailures(putFile(this.#s3, { ...this.#object(kind, name), ContentType, path, stallMs: this.#stallMs }))
  }

  async #delete(kind: FileKind, name: string, options = {}): Promise<void> {
    checkName(name)
    await withFailures(this.#s3.send(new DeleteObjectCommand(this.#object(kind, name)), options))
  }

  /** The body of the object; undefined when there is none. */
  async #get(kind: FileKind, name: string, { range, signal, etag }: ObjectPart = {}) {
    const Range = range && `bytes=${range.start}-${range.end}`
    try {
      const command = new GetObjectCommand({ ...this.#object(kind, name), Range, IfMatch: etag })
      const { Body } = await this.#s3.send(command, signal ? { abortSignal: signal } : {})
      return Body as Readable
    } catch (error) {
      if (isMissing(error)) return undefined
      throw toFailure(error)
    }
  }

  async #piece(kind: FileKind, name: string, part: ObjectPart): Promise<Buffer> {
    const body = await this.#get(kind, name, part)
    if (body === undefined) throw new AppError('FILE_NOT_FOUND', 'There is no such file')
    return withFailures(buffer(body))
  }
}
