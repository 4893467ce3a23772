import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Image } from '#server/domain/group.ts'
import { walkImages } from '#server/groups/walk-images.ts'
import type { Deps } from '#server/ports/deps.ts'
import { withLease } from './with-lease.ts'

const job = 'fill_gaps'

interface Options {
  readonly owner: string
  readonly signal: AbortSignal
  /** Milliseconds between two looks at whether another process has finished. */
  readonly pollMs: number
}

/**
 * Runs `search` until it succeeds, unless another process completes one that began after this call: when many replicas
 * start together, they do not all look at every image.
 */
export async function fillGapsOnce(
  deps: Pick<Deps, 'database' | 'clock' | 'log'>,
  { owner, signal, pollMs }: Options,
  search: () => Promise<void>,
): Promise<void> {
  const { database, clock, log } = deps
  const requestedAt = clock.now().toISOString()
  const isDone = async () => !database.exclusive && ((await database.jobs.lastRun(job)) ?? '') > requestedAt
  const attempt = async () => {
    if (await isDone()) return true
    return withLease(deps, { job, owner }, async () => {
      if (await isDone()) return
      const startedAt = clock.now().toISOString()
      await search()
      if (!database.exclusive && !signal.aborted) await database.transaction((tx) => tx.jobs.recordRun(job, startedAt))
    })
  }
  const report = (err: unknown) => {
    if (!signal.aborted) log.error({ err, job }, 'the search for missing previews failed and is repeated')
    return false
  }
  for (let attempts = 1; !(await attempt().catch(report)); attempts++)
    await sleep(pollMs * attempts, undefined, { signal })
}

type AnalysisDeps = Pick<Deps, 'database' | 'files' | 'previewer' | 'log'>

/** Analyses the previews of images from before the analysis existed, one after the other. Returns how many it analysed. */
export async function fillImageAnalysis(deps: AnalysisDeps, signal: AbortSignal): Promise<number> {
  let analysed = 0
  for await (const image of walkImages(deps.database, 'withoutImageAnalysis', signal)) {
    if (await analyseOne(deps, image)) analysed++
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

/** Writes few rows at a time, so that others do not wait long. */
const groupsAtOnce = 50

/** Adds groups to the search that are older than its index, or came with a copy of another database. */
export async function fillSearch({ database }: Pick<Deps, 'database'>, signal: AbortSignal): Promise<void> {
  let after: string | undefined = ''
  while (after !== undefined && !signal.aborted) {
    after = await database.fillSearch(after, groupsAtOnce)
    await setImmediate()
  }
}
