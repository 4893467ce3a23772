import { firstAtOf, type LedgerObject, type LedgerObjects } from './ledger-objects.ts'

/** Larger objects are not merged. */
const smallBytes = 2 ** 20
const maxMerged = 1_000

/**
 * Merges small objects of the ledger that were written before a time and follow one another. The merged one is stored
 * before the others go: a crash in between leaves entries twice, which count once. Returns how many were merged.
 */
export async function compactLedger(objects: LedgerObjects, before: Date): Promise<number> {
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
