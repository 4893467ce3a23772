import type { Deps } from '#server/deps.ts'
import type { Image } from '#server/domain/image.ts'

const batch = 100

type MarkDeps = Pick<Deps, 'database' | 'files' | 'previewer' | 'log'>

/** Analyses the previews of images from before marks existed, one after the other. Returns how many it analysed. */
export async function fillMarks(deps: MarkDeps, signal: AbortSignal): Promise<number> {
  let marked = 0
  let last = 0
  while (!signal.aborted) {
    const images = await deps.database.images.withoutMarks(last, batch)
    if (images.length === 0) break
    for (const image of images) {
      if (signal.aborted) break
      last = image.id
      if (await markOne(deps, image)) marked++
    }
  }
  if (marked > 0) deps.log.info({ marked }, 'analysed previews for near duplicates and blurred photos')
  return marked
}

/** Other jobs take care of missing and damaged previews. */
async function markOne({ database, files, previewer, log }: MarkDeps, image: Image): Promise<boolean> {
  try {
    const marks = await files.withLocalCopy('preview', image.storedPreviewName, (path) => previewer.readMarks(path))
    if (marks === undefined) return false
    await database.transaction((tx) => tx.images.setMarks(image, marks))
    return true
  } catch (err) {
    log.warn({ err, image: image.id, groupId: image.groupId }, 'a preview could not be analysed')
    return false
  }
}
