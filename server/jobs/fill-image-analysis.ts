import type { Image } from '#server/domain/image.ts'
import type { Deps } from '#server/ports/deps.ts'

const batch = 100

type AnalysisDeps = Pick<Deps, 'database' | 'files' | 'previewer' | 'log'>

/** Analyses the previews of images from before the analysis existed, one after the other. Returns how many it analysed. */
export async function fillImageAnalysis(deps: AnalysisDeps, signal: AbortSignal): Promise<number> {
  let analysed = 0
  let last = 0
  while (!signal.aborted) {
    const images = await deps.database.images.withoutImageAnalysis(last, batch)
    if (images.length === 0) break
    for (const image of images) {
      if (signal.aborted) break
      last = image.id
      if (await analyseOne(deps, image)) analysed++
    }
  }
  if (analysed > 0) deps.log.info({ analysed }, 'analysed previews for near duplicates and blurred photos')
  return analysed
}

/** Other jobs take care of missing and damaged previews. */
async function analyseOne({ database, files, previewer, log }: AnalysisDeps, image: Image): Promise<boolean> {
  try {
    const analysis = await files.withLocalCopy('preview', image.storedPreviewName, (path) =>
      previewer.readImageAnalysis(path),
    )
    if (analysis === undefined) return false
    await database.transaction((tx) => tx.images.setImageAnalysis(image, analysis))
    return true
  } catch (err) {
    log.warn({ err, image: image.id, groupId: image.groupId }, 'a preview could not be analysed')
    return false
  }
}
