import { setTimeout as sleep } from 'node:timers/promises'
import { forEachConcurrently } from '#server/concurrency/for-each-concurrently.ts'
import { inParts } from '#server/concurrency/in-parts.ts'
import { ownedForMs } from '#server/domain/file-ownership.ts'
import type { Image } from '#server/domain/group.ts'
import type { Deps } from '#server/ports/deps.ts'

type FileDeps = Pick<Deps, 'database' | 'files'>

const batch = 500
/** Usually there are few: those of current uploads and deletions. */
const plansRead = 10_000
/** After all waiting uploads: a preview that was missing before the start is not urgent. */
const lastTurn = Number.MAX_SAFE_INTEGER
/** A few keep the previewer busy; more would only fill memory. */
const atOnce = 4

/** Makes the previews that existing images lack (specification, item 6). Returns how many it made. */
export async function makeMissingPreviews(
  deps: Pick<Deps, 'database' | 'files' | 'previewer' | 'log'>,
  signal: AbortSignal,
): Promise<number> {
  let made = 0
  let withoutOriginal = 0
  await forEachConcurrently(imagesWithoutPreview(deps, signal), atOnce, async (image) => {
    if (await deps.files.open('original', image.storedName)) {
      if (await makeOne(deps, { image, signal })) made++
    } else if (await deps.database.images.findByStoredName('original', image.storedName)) withoutOriginal++
  })
  if (made > 0) deps.log.info({ made }, 'made missing previews')
  if (withoutOriginal > 0) deps.log.warn({ images: withoutOriginal }, 'images have neither preview nor original')
  return made
}

async function* imagesWithoutPreview(deps: FileDeps, signal: AbortSignal): AsyncGenerator<Image> {
  const present = await imagesWithPreview(deps, signal)
  const pause = createPauses(signal)
  for await (const images of inParts<Image>(batch, (last) => deps.database.images.after(last?.id ?? 0, batch))) {
    await pause()
    for (const image of await withoutPreview(deps, { images, present })) {
      if (signal.aborted) return
      yield image
    }
  }
}

/** By a list of all previews: asking for each costs a store a request for each image. */
async function imagesWithPreview({ database, files }: FileDeps, signal: AbortSignal): Promise<IdSet> {
  const ids = createIdSet()
  const pause = createPauses(signal)
  for await (const names of inBatches(files.names('preview'), batch)) {
    for (const id of await database.images.idsByStoredPreviews(names)) ids.add(id)
    await pause()
    if (signal.aborted) break
  }
  return ids
}

const pauseFactor = 9
const longestPauseMs = 100

/** Lets requests go first: an embedded database answers without yielding, and this search is not urgent. */
function createPauses(signal: AbortSignal): () => Promise<void> {
  let began = performance.now()
  return async () => {
    const ms = Math.min(longestPauseMs, pauseFactor * (performance.now() - began))
    await sleep(ms, undefined, { signal }).catch(() => undefined)
    began = performance.now()
  }
}

/**
 * What the list lacks may have come since. A preview of an image that is still planned to be removed is what a crash in
 * `makeOne` has left: half of it, or soon gone.
 */
async function withoutPreview(
  { database, files }: FileDeps,
  { images, present }: { images: readonly Image[]; present: IdSet },
): Promise<Image[]> {
  const absent = new Set<Image>()
  await forEachConcurrently(
    images.filter(({ id }) => !present.has(id)),
    50,
    async (image) => {
      if ((await files.open('preview', image.storedPreviewName)) === undefined) absent.add(image)
    },
  )
  const planned = await database.fileRemovals.planned(plansRead)
  const left = new Set(planned.filter(({ kind }) => kind === 'preview').map(({ name }) => name))
  return images.filter((image) => absent.has(image) || left.has(image.storedPreviewName))
}

async function makeOne(
  { database, files, previewer, log }: Pick<Deps, 'database' | 'files' | 'previewer' | 'log'>,
  { image, signal }: { image: Image; signal: AbortSignal },
): Promise<boolean> {
  // A crash in the middle must not leave half a preview that looks like a whole one.
  const file = [{ kind: 'preview', name: image.storedPreviewName } as const]
  await database.transaction((tx) => tx.fileRemovals.plan(file, ownedForMs))
  const draft = await files.draft('preview', image.storedPreviewName)
  try {
    const done = await files.withLocalCopy('original', image.storedName, async (source) => {
      await previewer.makePreview({ source, target: draft.path, turn: lastTurn, signal })
      await draft.commit()
      return true
    })
    const kept = await database.transaction(async (tx) => {
      const group = await tx.groups.lock(image.groupId)
      const wanted = group && (await tx.images.findByStoredName('preview', image.storedPreviewName))
      if (wanted && !done) log.warn({ image: image.id, groupId: image.groupId }, 'the original of an image is missing')
      if (wanted) return (await tx.fileRemovals.cancel(file)) === 1
      // The image was deleted while the preview was made: no other code would remove the file.
      await tx.fileRemovals.plan(file, 0)
      return false
    })
    return done === true && kept
  } catch (err) {
    // Otherwise left to the outbox.
    await draft.discard().catch(() => undefined)
    if (!signal.aborted)
      log.warn({ err, image: image.id, groupId: image.groupId }, 'a missing preview could not be made')
    return false
  }
}

/** The items in arrays of `size`, the last one shorter. */
async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    if (batch.push(item) < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

type IdSet = ReturnType<typeof createIdSet>

/** Ids of rows, a bit each: a million take 125 KB. */
function createIdSet() {
  let bits = new Uint8Array(1_024)
  return {
    add(id: number): void {
      const at = Math.floor(id / 8)
      if (at >= bits.length) {
        const grown = new Uint8Array(2 * at)
        grown.set(bits)
        bits = grown
      }
      bits[at] = (bits[at] ?? 0) | (1 << (id % 8))
    },
    has: (id: number): boolean => ((bits[Math.floor(id / 8)] ?? 0) & (1 << (id % 8))) !== 0,
  }
}
