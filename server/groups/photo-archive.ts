import { createHash } from 'node:crypto'
import { makeZip, predictLength } from 'client-zip'
import { chunksOf } from '#server/concurrency/chunks-of.ts'
import { type Group, type Image, isShown } from '#server/domain/group.ts'
import { csvLines } from '#server/domain/text/csv.ts'
import { inFileName } from '#server/domain/text/fold.ts'
import { dayOf } from '#server/domain/time/year.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { EnsureClean, StoredFile } from '#server/ports/file-store.ts'

type ArchiveDeps = Pick<Deps, 'database' | 'files'>

export interface PhotoArchive {
  /** Changes with any byte of the archive. */
  readonly etag: string
  readonly size: number
  /** Bytes `[start, end]`, both inclusive. Fails when one of its photos may no longer be in it. */
  read(range: { readonly start: number; readonly end: number }): AsyncGenerator<Uint8Array>
}

/** What the archive's directory says of a photo: of very many nothing else stays in memory. */
interface Listed {
  readonly name: string
  readonly storedName: string
  readonly size: number
  /** In milliseconds. */
  readonly modifiedAt: number
}

interface Contents {
  readonly etag: string
  readonly texts: readonly { name: string; bytes: Buffer }[]
  /** By the ids of the images, in the order of the archive. */
  readonly photos: ReadonlyMap<number, Listed>
}

interface ArchiveChoice {
  /** Every photo that may be in it at this moment, in parts; called again while it is sent. */
  readonly photos: () => AsyncIterable<readonly ArchivedPhoto[]>
  /** Files beside `captions.csv`, by name. */
  readonly texts?: () => Promise<Readonly<Record<string, string>>>
  readonly ensureClean: EnsureClean
}

/** The ZIP of a choice: the stored files, not compressed, so that its size is known and any part can be made again. */
export async function photoArchive(deps: ArchiveDeps, choice: ArchiveChoice): Promise<PhotoArchive> {
  const { etag, texts, photos } = await readContents(deps, choice)
  const lastModified = new Date(photos.values().reduce((last, { modifiedAt }) => Math.max(last, modifiedAt), 0))
  const check = createGuard(deps, choice, photos)

  function* metadata() {
    yield* texts.map(({ name, bytes }) => ({ name, size: bytes.length }))
    yield* photos.values().map(({ name, size }) => ({ name, size }))
  }
  async function* inputs() {
    for (const { name, bytes } of texts) yield { name, size: bytes.length, lastModified, input: bytes }
    for (const photo of photos.values()) {
      await check()
      const { name, size, modifiedAt } = photo
      yield { name, size, lastModified: new Date(modifiedAt), input: (await openAgain(deps, photo)).read() }
    }
    // Before the end: without its end the archive cannot be opened.
    await check()
  }

  return {
    etag,
    size: Number(predictLength(metadata())),
    read: (range) => cut(makeZip(inputs()), range),
  }
}

async function readContents(deps: ArchiveDeps, choice: ArchiveChoice): Promise<Contents> {
  const captions: Buffer[] = [captionsHeader]
  const photos = new Map<number, Listed>()
  const identity = createHash('sha256')
  for await (const entries of archiveEntries(deps, choice)) {
    for (const { image, name, file } of entries) {
      const listed = { name, storedName: image.storedName, size: file.size, modifiedAt: file.modifiedAt.getTime() }
      photos.set(image.id, listed)
      identity.update(JSON.stringify([image.id, listed]))
    }
    captions.push(captionsOf(entries))
  }
  const further = Object.entries((await choice.texts?.()) ?? {})
  const texts = [
    { name: 'captions.csv', bytes: Buffer.concat(captions) },
    ...further.map(([name, text]) => ({ name, bytes: Buffer.from(text) })),
  ]
  for (const { bytes } of texts) identity.update(bytes)
  return { etag: `"${identity.digest('base64url')}"`, texts, photos }
}

/** Throws as soon as one of the photos may no longer be in it; checks again after every change of any group. */
function createGuard({ database }: ArchiveDeps, choice: ArchiveChoice, photos: Contents['photos']) {
  let checkedAt: number | undefined
  return async () => {
    const version = await database.changes.version()
    if (version === checkedAt) return
    let kept = 0
    for await (const part of choice.photos()) {
      kept += part.filter(({ image }) => photos.get(image.id)?.storedName === image.storedName).length
    }
    if (kept < photos.size) throw new Error('A photo of the archive was withdrawn while it was sent')
    checkedAt = version
  }
}

async function openAgain({ files }: ArchiveDeps, { storedName, size, modifiedAt }: Listed): Promise<StoredFile> {
  const file = await files.open('original', storedName)
  if (file?.size === size && file.modifiedAt.getTime() === modifiedAt) return file
  throw new Error('A file of the archive was changed or deleted while it was sent')
}

async function* cut(bytes: AsyncIterable<Uint8Array>, { start, end }: { start: number; end: number }) {
  let position = 0
  for await (const chunk of bytes) {
    const wanted = chunk.subarray(Math.max(0, start - position), Math.max(0, end + 1 - position))
    position += chunk.length
    if (wanted.length > 0) yield wanted
    if (position > end) return
  }
}

/** The caption that a moderator saw last, else the text of the group (D45). */
const textOf = ({ group, image }: ArchiveEntry) => image.publishedDescription ?? group.description

const captionsHeader = Buffer.from(csvLines([['file', 'title', 'name', 'text', 'groupId']], { bom: true }))

/** A row a photo, as the consent export has them (D31, D78). */
const captionsOf = (entries: readonly ArchiveEntry[]): Buffer =>
  Buffer.from(
    csvLines(
      entries.map((entry) => [entry.name, entry.group.title, entry.group.name, textOf(entry), entry.group.groupId]),
    ),
  )

export interface ArchivedPhoto {
  readonly group: Group
  readonly image: Image
}

interface ArchiveEntry extends ArchivedPhoto {
  readonly name: string
  readonly file: StoredFile
}

/** Files looked up at a time: each one in a bucket takes a round trip. */
const opened = 16

const titleLength = 40

/** By date, group and order (D78). */
function nameOf({ group, image }: ArchivedPhoto): string {
  const date = dayOf(new Date(group.captureDate ?? group.uploadDate))
  const title = inFileName(group.title ?? '')
    .slice(0, titleLength)
    .replace(/^-|-$/g, '')
  const order = String(image.uploadOrder).padStart(2, '0')
  const extension = image.storedName.slice(image.storedName.lastIndexOf('.'))
  return [date, title, group.groupId, `${order}${extension}`].filter(Boolean).join('_')
}

/** The photos of groups that are shown: hidden ones are in no archive (D71). */
export async function shownPhotos(
  { images }: Pick<Deps['database'], 'images'>,
  groups: readonly Group[],
): Promise<ArchivedPhoto[]> {
  const found: ArchivedPhoto[] = []
  for (const group of groups) {
    const shown = (await images.ofGroup(group.groupId)).filter(isShown)
    found.push(...shown.map((image) => ({ group, image })))
  }
  return found
}

/** The archive's photos in parts. One without a file, or whose file may still say where it was taken, is left out (D12). */
async function* archiveEntries(
  { files }: ArchiveDeps,
  { photos, ensureClean }: ArchiveChoice,
): AsyncGenerator<ArchiveEntry[]> {
  for await (const images of photos()) {
    for (const part of chunksOf(images, opened)) {
      const entries = await Promise.all(
        part.map(async (photo): Promise<ArchiveEntry[]> => {
          const { image } = photo
          if (!(await ensureClean(image)).has('original')) return []
          const file = await files.open('original', image.storedName)
          return file ? [{ ...photo, name: nameOf(photo), file }] : []
        }),
      )
      yield entries.flat()
    }
  }
}
