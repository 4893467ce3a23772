import { randomUUID } from 'node:crypto'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3'
import { forEachConcurrently } from '#server/concurrency/for-each-concurrently.ts'
import type { WithdrawalLedger } from '#server/ports/withdrawals/withdrawals.ts'
import { fromLines, toLines } from './ledger-lines.ts'

/** Objects of a bucket cannot grow: each write is an object, and old ones are merged. */
export function createS3WithdrawalLedger(s3: S3Client, bucket: string): WithdrawalLedger {
  const objects = new LedgerObjects(s3, bucket)

  return {
    append: (ledgerId, entries) => objects.put(entries[0]?.at ?? '', toLines(ledgerId, entries)),

    async read(ledgerId) {
      const parts = await readAll(objects)
      return parts.length === 0 ? undefined : fromLines(parts.join('\n'), ledgerId)
    },

    compact: (before) => compactLedger(objects, before),

    [Symbol.asyncDispose]: async () => objects[Symbol.dispose](),
  }
}

/** Reads again when objects were merged meanwhile: the list may lack the merged one. */
async function readAll(objects: LedgerObjects): Promise<string[]> {
  for (;;) {
    const listed = await objects.list()
    const texts = await objects.read(listed)
    const still = new Set((await objects.list()).map(({ key }) => key))
    if (listed.every(({ key }) => still.has(key))) return texts.filter((text) => text !== undefined)
  }
}

/** Larger objects are not merged. */
const smallBytes = 2 ** 20
const maxMerged = 1_000

/**
 * Merges small objects of the ledger that were written before a time and follow one another. The merged one is stored
 * before the others go: a crash in between leaves entries twice, which count once. Returns how many were merged.
 */
async function compactLedger(objects: LedgerObjects, before: Date): Promise<number> {
  let merged = 0
  for (const run of runsOf(await objects.list(), before)) {
    if (run.length > 1 && (await merge(objects, run))) merged += run.length
  }
  return merged
}

/** The small, old objects, in runs that are not interrupted by another one. */
function runsOf(objects: readonly LedgerObject[], before: Date): LedgerObject[][] {
  const runs: LedgerObject[][] = [[]]
  let bytes = 0
  for (const object of objects) {
    const isSmall = object.size < smallBytes && object.writtenAt < before
    const run = runs.at(-1) ?? []
    if (!isSmall || run.length === maxMerged || bytes + object.size > smallBytes) {
      runs.push([])
      bytes = 0
    }
    if (!isSmall) continue
    runs.at(-1)?.push(object)
    bytes += object.size
  }
  return runs
}

/** Keeps every line unchanged, damaged ones too. false when another process has merged some of them. */
async function merge(objects: LedgerObjects, run: readonly LedgerObject[]): Promise<boolean> {
  const [first] = run
  const texts = await objects.read(run)
  if (first === undefined || texts.includes(undefined)) return false
  const lines = new Set(texts.flatMap((text) => text?.split('\n') ?? []).filter((line) => line !== ''))
  await objects.put(firstAtOf(first), [...lines, ''].join('\n'))
  await objects.remove(run)
  return true
}

const prefix = 'withdrawals/'
const atOnce = 16

interface LedgerObject {
  readonly key: string
  readonly size: number
  readonly writtenAt: Date
}

/** The objects of the ledger in a bucket. Their names sort by the time of their first entry. */
class LedgerObjects {
  readonly #s3: S3Client
  readonly #bucket: string

  constructor(s3: S3Client, bucket: string) {
    this.#s3 = s3
    this.#bucket = bucket
  }

  async list(): Promise<LedgerObject[]> {
    const objects: LedgerObject[] = []
    const pages = paginateListObjectsV2({ client: this.#s3 }, { Bucket: this.#bucket, Prefix: prefix })
    for await (const { Contents = [] } of pages) {
      for (const { Key: key, Size: size = 0, LastModified: writtenAt = new Date() } of Contents) {
        if (key?.endsWith('.jsonl')) objects.push({ key, size, writtenAt })
      }
    }
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
const firstAtOf = ({ key }: LedgerObject): string => key.slice(prefix.length, -'-.jsonl'.length - 36)
