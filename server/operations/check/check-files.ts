import { chunksOf } from '#server/concurrency/chunks-of.ts'
import type { Image } from '#server/domain/group.ts'
import { hideImage } from '#server/groups/hide-image.ts'
import type { Installation } from '#server/operations/transfer.ts'
import type { Database } from '#server/ports/deps.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import { type Differences, findDifferences, type Progress } from './find-differences.ts'

const batch = 200

export interface Checked extends Omit<Differences, 'cutShort'> {
  readonly withoutOriginal: readonly Image[]
  readonly cutShort: readonly Image[]
  readonly withoutPreview: number
  readonly removedOrphans: number
  /** So many files belong to no row that this may be the database of another installation: none was removed. */
  readonly refusedOrphans: boolean
}

interface FileCheck {
  readonly repair: boolean
  /** Removes orphans even when they are most of the files. */
  readonly removeMost?: boolean
  readonly progress?: Progress
}

type Rows = Pick<Installation, 'database' | 'files'>

/**
 * Compares rows and files. With `repair` photos without bytes are hidden from the public, and files without a row are
 * removed. It can be interrupted and repeated at any time, and the service may be running.
 */
export async function checkFiles(place: Rows, { repair, removeMost = false, ...more }: FileCheck): Promise<Checked> {
  const differences = await findDifferences(place, more.progress ?? (() => undefined))
  const { missing, orphans, files } = differences
  const refusedOrphans = orphans.length > files && !removeMost
  const withoutOriginal = await photosOf(place.database, missing)
  // They are not deleted: the bytes may be in an older backup.
  if (repair) for (const image of withoutOriginal) await hide(place.database, image)
  return {
    ...differences,
    refusedOrphans,
    withoutPreview: missing.filter(({ kind }) => kind === 'preview').length,
    withoutOriginal,
    cutShort: await photosOf(place.database, differences.cutShort),
    removedOrphans: repair && !refusedOrphans ? await removeOrphans(place, orphans) : 0,
  }
}

/** Planned in the transaction that looks for a row once more; a crash leaves the rest to the service. */
async function removeOrphans({ database, files }: Rows, orphans: readonly FileName[]): Promise<number> {
  let removed = 0
  for (const part of chunksOf(orphans, batch)) {
    const leaving = await database.transaction(async (tx) => {
      const unowned: FileName[] = []
      for (const { kind, name } of part) {
        if ((await tx.images.findByStoredName(kind, name)) === undefined) unowned.push({ kind, name })
      }
      await tx.fileRemovals.plan(unowned, 0)
      return unowned
    })
    await Promise.all(leaving.map(({ kind, name }) => files.remove(kind, name)))
    await database.completeFileRemovals(leaving)
    removed += leaving.length
  }
  return removed
}

/** The photos that some files are the originals of. */
async function photosOf({ images }: Database, files: readonly FileName[]): Promise<Image[]> {
  const found: Image[] = []
  for (const { kind, name } of files) {
    const image = kind === 'original' ? await images.findByStoredName(kind, name) : undefined
    if (image) found.push(image)
  }
  return found
}

const hide = (database: Database, { groupId, id }: Image): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.groups.lock(groupId)
    const image = (await tx.images.ofGroup(groupId)).find((each) => each.id === id)
    if (image === undefined || image.hiddenReason !== null) return
    await hideImage(tx, image, { hiddenReason: 'moderator', moderationNote: image.moderationNote })
  })
