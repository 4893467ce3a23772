import type { S3Client } from '@aws-sdk/client-s3'
import type { WithdrawalLedger } from '#server/ports/withdrawals/withdrawals.ts'
import { fromLines, toLines } from './ledger-lines.ts'
import { firstAtOf, type LedgerObject, LedgerObjects } from './ledger-objects.ts'

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
