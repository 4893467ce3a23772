import { walkImages } from '#server/groups/walk-images.ts'
import type { Deps } from '#server/ports/deps.ts'

const enoughBytes = 2 ** 20

/**
 * The last resort on a full disk whose reserve is used up: removes the gallery's copies of photos, then previews, which are made again later, until a deletion
 * or withdrawal can be written. false when there are none to remove.
 */
export async function freeDiskSpace(deps: Pick<Deps, 'database' | 'files' | 'renditions' | 'log'>): Promise<boolean> {
  const { database, files, renditions, log } = deps
  if (renditions.clear() >= enoughBytes) return true
  let removed = 0
  let bytes = 0
  for await (const { storedName, storedPreviewName } of walkImages(database, 'after')) {
    const preview = await files.open('preview', storedPreviewName)
    // The only picture that is left of some.
    if (preview === undefined || !(await files.open('original', storedName))) continue
    await files.remove('preview', storedPreviewName)
    removed++
    bytes += preview.size
    if (bytes >= enoughBytes) break
  }
  if (removed > 0) log.warn({ removed, bytes }, 'the disk is full: removed previews, which are made again later')
  return removed > 0
}
