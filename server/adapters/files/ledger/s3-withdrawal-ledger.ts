import { randomUUID } from 'node:crypto'
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { forEachConcurrently } from '#server/concurrency/for-each-concurrently.ts'
import type { WithdrawalLedger } from '#server/ports/withdrawal-ledger.ts'
import { fromLines, toLines } from './ledger-lines.ts'

const prefix = 'withdrawals/'
const atOnce = 16

/** Objects of a bucket cannot grow: each write is an object, and their names sort by time. */
export function createS3WithdrawalLedger(s3: S3Client, bucket: string): WithdrawalLedger {
  async function* keys(): AsyncGenerator<string> {
    let ContinuationToken: string | undefined
    do {
      const page = await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken }))
      for (const { Key } of page.Contents ?? []) if (Key?.endsWith('.jsonl')) yield Key
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken !== undefined)
  }

  return {
    async append(ledgerId, entries) {
      const Key = `${prefix}${entries[0]?.at}-${randomUUID()}.jsonl`
      const Body = toLines(ledgerId, entries)
      await s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body, ContentType: 'application/jsonl' }))
    },

    async read(ledgerId) {
      const parts = new Map<string, string>()
      await forEachConcurrently(keys(), atOnce, async (Key) => {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key }))
        parts.set(Key, (await Body?.transformToString()) ?? '')
      })
      if (parts.size === 0) return undefined
      const inOrder = [...parts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
      return fromLines(inOrder.join('\n'), ledgerId)
    },

    [Symbol.asyncDispose]: async () => s3.destroy(),
  }
}
