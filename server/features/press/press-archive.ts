import { createHash } from 'node:crypto'
import { makeZip, predictLength } from 'client-zip'
import { isInForce } from '#server/domain/consent.ts'
import type { Group, Image } from '#server/domain/group.ts'
import { csvLines } from '#server/domain/text/csv.ts'
import { fold } from '#server/domain/text/fold.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { StoredFile } from '#server/ports/file-store.ts'
import { pressGroups } from './list-press-groups.ts'

type ArchiveDeps = Pick<Deps, 'database' | 'files'>

export interface PressArchive {
  /** Changes with any byte of the archive. */
  readonly etag: string
  readonly size: number
  /** Bytes `[start, end]`, both inclusive. Fails when one of its photos may no longer be posted. */
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
  readonly captions: Buffer
  /** By the ids of the images, in the order of the archive. */
  readonly photos: ReadonlyMap<number, Listed>
}

class WithdrawnMeanwhile extends Error {
  override readonly name = 'WithdrawnMeanwhile'
}

/** The ZIP of a choice: the stored files, not compressed, so that its size is known and any part can be made again. */
export async function pressArchive(
  deps: ArchiveDeps,
  isClean: (image: Image) => Promise<boolean>,
  choice: ArchiveChoice,
): Promise<PressArchive> {
  const contents = await readContents(archiveEntries(deps, isClean, choice))
  const { etag, captions, photos } = contents
  const lastModified = photos.values().reduce((last, { modifiedAt }) => Math.max(last, modifiedAt), 0)
  const csv = { name: 'captions.csv', size: captions.length, lastModified: new Date(lastModified) }
  const check = createGuard(deps, choice, photos)

  function* metadata() {
    yield csv
    yield* photos.values().map(({ name, size }) => ({ name, size }))
  }
  async function* inputs() {
    yield { ...csv, input: captions }
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

async function readContents(parts: AsyncGenerator<ArchiveEntry[]>): Promise<Contents> {
  const captions: Buffer[] = [captionsHeader]
  const photos = new Map<number, Listed>()
  const identity = createHash('sha256')
  for await (const entries of parts) {
    for (const { image, name, file } of entries) {
      const listed = { name, storedName: image.storedName, size: file.size, modifiedAt: file.modifiedAt.getTime() }
      photos.set(image.id, listed)
      identity.update(JSON.stringify([image.id, listed]))
    }
    captions.push(captionsOf(entries))
  }
  const csv = Buffer.concat(captions)
  return { etag: `"${identity.update(csv).digest('base64url')}"`, captions: csv, photos }
}

/** Throws as soon as one of the photos may no longer be posted; checks again after every change of any group. */
function createGuard({ database }: ArchiveDeps, choice: ArchiveChoice, photos: Contents['photos']) {
  let checkedAt: number | undefined
  return async () => {
    const version = await database.changes.version()
    if (version === checkedAt) return
    let postable = 0
    for await (const part of pressImages({ database }, choice)) {
      postable += part.filter(({ image }) => photos.get(image.id)?.storedName === image.storedName).length
    }
    if (postable < photos.size) {
      throw new WithdrawnMeanwhile('A photo of the archive was withdrawn while it was sent')
    }
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

interface ArchiveChoice {
  readonly platformId: number
  /** Default: all groups. */
  readonly groupIds?: ReadonlySet<string> | undefined
}

interface PressImage {
  readonly group: Group
  readonly image: Image
}

interface ArchiveEntry extends PressImage {
  readonly name: string
  readonly file: StoredFile
}

/** Files looked up at a time: each one in a bucket takes a round trip. */
const opened = 16

const titleLength = 40

/** By date, group and order (D78). */
function nameOf({ group, image }: PressImage): string {
  const date = (group.captureDate ?? group.uploadDate).slice(0, 10)
  const title = fold(group.title ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, titleLength)
    .replace(/^-|-$/g, '')
  const order = String(image.uploadOrder).padStart(2, '0')
  const extension = image.storedName.slice(image.storedName.lastIndexOf('.'))
  return [date, title, group.groupId, `${order}${extension}`].filter(Boolean).join('_')
}

async function* allGroups(database: Deps['database'], platformId: number): AsyncGenerator<Group[]> {
  for await (const part of pressGroups(database, platformId)) yield part.map(({ group }) => group)
}

async function* chosenGroups(
  database: Deps['database'],
  platformId: number,
  groupIds: ReadonlySet<string>,
): AsyncGenerator<Group[]> {
  for (const groupId of groupIds) {
    const group = await database.groups.find(groupId)
    if (!group?.isApproved) continue
    const consents = await database.consents.ofGroup(groupId)
    if (consents.some((consent) => consent.platformId === platformId && isInForce(consent))) yield [group]
  }
}

/** Every photo that may be posted at this moment, in parts; hidden ones may not (D71). */
async function* pressImages(
  { database }: Pick<Deps, 'database'>,
  { platformId, groupIds }: ArchiveChoice,
): AsyncGenerator<PressImage[]> {
  const parts = groupIds ? chosenGroups(database, platformId, groupIds) : allGroups(database, platformId)
  for await (const groups of parts) {
    const found: PressImage[] = []
    for (const group of groups) {
      const images = await database.images.ofGroup(group.groupId)
      found.push(...images.filter((image) => image.hiddenReason === null).map((image) => ({ group, image })))
    }
    yield found
  }
}

/** The archive's photos in parts. One without a file, or whose file may still say where it was taken, is left out (D12). */
async function* archiveEntries(
  deps: Pick<Deps, 'database' | 'files'>,
  isClean: (image: Image) => Promise<boolean>,
  choice: ArchiveChoice,
): AsyncGenerator<ArchiveEntry[]> {
  for await (const images of pressImages(deps, choice)) {
    for (const part of inParts(images, opened)) {
      const entries = await Promise.all(
        part.map(async (postable): Promise<ArchiveEntry[]> => {
          const { image } = postable
          if (image.width === null && !(await isClean(image))) return []
          const file = await deps.files.open('original', image.storedName)
          return file ? [{ ...postable, name: nameOf(postable), file }] : []
        }),
      )
      yield entries.flat()
    }
  }
}

function* inParts<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
