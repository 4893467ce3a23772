import { randomUUID } from 'node:crypto'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { forEachConcurrently } from '#server/concurrency/for-each-concurrently.ts'

const prefix = 'withdrawals/'
const atOnce = 16

export interface LedgerObject {
  readonly key: string
  readonly size: number
  readonly writtenAt: Date
}

/** The objects of the ledger in a bucket. Their names sort by the time of their first entry. */
export class LedgerObjects {
  readonly #s3: S3Client
  readonly #bucket: string

  constructor(s3: S3Client, bucket: string) {
    this.#s3 = s3
    this.#bucket = bucket
  }

  async list(): Promise<LedgerObject[]> {
    const objects: LedgerObject[] = []
    let ContinuationToken: string | undefined
    do {
      const page = await this.#s3.send(
        new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: prefix, ContinuationToken }),
      )
      for (const { Key: key, Size: size = 0, LastModified: writtenAt = new Date() } of page.Contents ?? []) {
        if (key?.endsWith('.jsonl')) objects.push({ key, size, writtenAt })
      }
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken !== undefined)
    return objects.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  }

  /** The texts of the objects, in their order; undefined for one that is gone. */
  async read(objects: readonly LedgerObject[]): Promise<(string | undefined)[]> {
    const texts = new Map<string, string | undefined>()
    await forEachConcurrently(objects, atOnce, async ({ key }) => void texts.set(key, await this.#get(key)))
    return objects.map(({ key }) => texts.get(key))
  }

  async #get(Key: string): Promise<string | undefined> {
    try {
      const { Body } = await this.#s3.send(new GetObjectCommand({ Bucket: this.#bucket, Key }))
      return (await Body?.transformToString()) ?? ''
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined
      throw error
    }
  }

  async put(firstAt: string, Body: string): Promise<void> {
    const Key = `${prefix}${firstAt}-${randomUUID()}.jsonl`
    await this.#s3.send(new PutObjectCommand({ Bucket: this.#bucket, Key, Body, ContentType: 'application/jsonl' }))
  }

  async remove(objects: readonly LedgerObject[]): Promise<void> {
    await forEachConcurrently(objects, atOnce, async ({ key: Key }) => {
      await this.#s3.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key }))
    })
  }

  [Symbol.dispose](): void {
    this.#s3.destroy()
  }
}

/** When the first entry of an object was made, from its name. */
export const firstAtOf = ({ key }: LedgerObject): string => key.slice(prefix.length, -'-.jsonl'.length - 36)
