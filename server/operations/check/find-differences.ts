import { fileOfKey, filesOfImages, isCutShort, keyOf, sizesOf } from '#server/operations/stored-images.ts'
import type { Installation } from '#server/operations/transfer.ts'
import type { FileName } from '#server/ports/file-removals.ts'

export interface Differences {
  /** Files that belong to rows and exist. */
  readonly files: number
  readonly bytes: number
  /** Files of rows that are not there, or empty. */
  readonly missing: readonly FileName[]
  /** Files of rows that have lost bytes since they were stored. */
  readonly cutShort: readonly FileName[]
  /** Files that belong to no row, and that no upload or deletion is at work on. */
  readonly orphans: readonly (FileName & { readonly size: number })[]
}

export type Progress = (files: number, bytes: number) => void
type Rows = Pick<Installation, 'database' | 'files'>

/**
 * Compares rows and files while the service works. Files are listed first: whatever is in the list has a row by then, or a
 * planned removal (each upload plans one before its first byte), or is an orphan. Each suspect is looked at again.
 */
export async function findDifferences(place: Rows, progress: Progress): Promise<Differences> {
  const listed = await sizesOf(place.files)
  const missing: FileName[] = []
  const cutShort: FileName[] = []
  let files = 0
  let bytes = 0
  for await (const file of filesOfImages(place.database)) {
    const size = listed.get(keyOf(file)) ?? 0
    listed.delete(keyOf(file))
    if (size === 0) {
      missing.push(file)
      continue
    }
    if (isCutShort(file, size)) cutShort.push(file)
    files++
    bytes += size
    progress(files, bytes)
  }
  const suspects = [...listed].map(([key, size]) => ({ ...fileOfKey(key), size }))
  const differences = { files, bytes, cutShort, missing: await stillMissing(place, missing) }
  return { ...differences, orphans: await stillOrphans(place, suspects) }
}

const plannedKeys = async ({ database }: Rows) => new Set((await database.fileRemovals.planned()).map(keyOf))

async function stillMissing(place: Rows, suspects: readonly FileName[]): Promise<FileName[]> {
  const missing: FileName[] = []
  for (const { kind, name } of suspects) {
    if (((await place.files.open(kind, name))?.size ?? 0) > 0) continue
    if (await place.database.images.findByStoredName(kind, name)) missing.push({ kind, name })
  }
  const planned = suspects.length > 0 ? await plannedKeys(place) : new Set()
  return missing.filter((file) => !planned.has(keyOf(file)))
}

/** Removals are read before the rows: a file whose upload ends in between has its row by then. */
async function stillOrphans<File extends FileName>(place: Rows, suspects: readonly File[]): Promise<File[]> {
  if (suspects.length === 0) return []
  const planned = await plannedKeys(place)
  const orphans: File[] = []
  for (const file of suspects) {
    if (planned.has(keyOf(file)) || (await place.database.images.findByStoredName(file.kind, file.name))) continue
    if (await place.files.open(file.kind, file.name)) orphans.push(file)
  }
  return orphans
}
