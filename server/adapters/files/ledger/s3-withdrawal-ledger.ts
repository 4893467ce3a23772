import type { S3Client } from '@aws-sdk/client-s3'
import type { WithdrawalLedger } from '#server/ports/withdrawals/withdrawal-ledger.ts'
import { compactLedger } from './compact-ledger.ts'
import { fromLines, toLines } from './ledger-lines.ts'
import { LedgerObjects } from './ledger-objects.ts'

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
