import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { AppError } from '#server/domain/errors.ts'
import { isEndedAt } from '#server/domain/exhibition.ts'
import { staleFeedMs } from '#server/domain/settings/settings.ts'
import type { Exchange } from '#server/http/route.ts'
import type { ChangePosition } from '#server/ports/content-changes.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import type { EnsureClean, FileKind, StoredFile } from '#server/ports/file-store.ts'
import type { ServedImage } from '#server/ports/image-store.ts'
import { matchesTag, requestedRange } from './conditions.ts'
import { type ReadyAnswer, sendReady } from './ready-answer.ts'

/** A row's file. */
interface Served {
  readonly groupId: string
  readonly mimeType: string
  readonly etag: string
  readonly size: number
  readonly modified: string
  /** With its bytes, where it is small enough to be kept. */
  readonly ready: ReadyAnswer | undefined
  readonly file: StoredFile
  /** undefined where it was served after the end: those names are known to owners and admins alone. */
  readonly exhibitionId: number | undefined
}

export interface FileResponder {
  /** Answers with the file, a range of it or 304. AppError FILE_NOT_FOUND, RANGE_NOT_SATISFIABLE. */
  sendFile(kind: FileKind, name: string, exchange: Exchange): Promise<FastifyReply>
  /** The whole file, if it is kept and nothing has changed since, or during an outage is known to have. */
  cached(kind: FileKind, name: string): ReadyAnswer | undefined | Promise<ReadyAnswer | undefined>
}

const cacheBytes = 64 * 2 ** 20
const cachedFileBytes = 512 * 2 ** 10
/**
 * Browsers ask again each time, so that a deleted photo is gone from them too; a proxy in between keeps none. Nothing inside
 * a visitor's file runs, whatever type a browser guesses.
 */
export const fileHeaders = {
  'cache-control': 'private, no-cache',
  'content-security-policy': "default-src 'none'; sandbox",
} as const

/** Search engines keep no photo that can be withdrawn (D47). */
export const robotsTag = 'noindex, noimageindex'

const notFound = () => new AppError('FILE_NOT_FOUND', 'There is no such file')

interface Wanted extends FileName {
  /** Whether the bytes are asked for, not only what is said about them. */
  readonly isRead: boolean
}

async function toServed({ kind, isRead }: Wanted, image: ServedImage, file: StoredFile): Promise<Served> {
  const mimeType = kind === 'preview' ? 'image/jpeg' : image.mimeType
  const etag = `"${file.size.toString(36)}-${file.modifiedAt.getTime().toString(36)}"`
  const modified = file.modifiedAt.toUTCString()
  const isKept = kind === 'preview' && file.size > 0 && file.size <= cachedFileBytes
  const body = isRead && isKept ? await readWhole(file) : undefined
  const headers = [
    ...Object.entries({ ...fileHeaders, 'x-robots-tag': robotsTag }).flat(),
    ...['last-modified', modified, 'accept-ranges', 'bytes'],
  ]
  const ready = body && { etag, headers, contentType: mimeType, body }
  const exhibitionId = image.isExhibitionEnded ? undefined : image.exhibitionId
  return { groupId: image.groupId, mimeType, etag, size: file.size, modified, ready, file, exhibitionId }
}

/** The bytes of a file that is not empty: by a range, so that a disk reads it at once and does not ask whether there is more. */
export const readWhole = async (file: StoredFile): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(file.read({ start: 0, end: file.size - 1 })))

type FileDeps = Pick<Deps, 'database' | 'files'>

async function findImage({ database }: FileDeps, ensureClean: EnsureClean, { kind, name }: FileName) {
  const image = await database.images.findByServedName(kind, name)
  if (image === undefined || !(await ensureClean(image)).has(kind)) return undefined
  return image.width === null ? database.images.findByServedName(kind, name) : image
}

async function load(deps: FileDeps, ensureClean: EnsureClean, wanted: Wanted): Promise<Served> {
  const { kind } = wanted
  const image = await findImage(deps, ensureClean, wanted)
  if (image === undefined) throw notFound()
  const file = await deps.files.open(kind, kind === 'original' ? image.storedName : image.storedPreviewName)
  if (file === undefined) throw notFound()
  return toServed(wanted, image, file)
}

/** undefined when its exhibition has ended and it has not got its new name yet (D82). */
function unlessOver(
  { exhibitions, clock }: Pick<Deps, 'exhibitions' | 'clock'>,
  served: Served | undefined,
): Served | undefined {
  const exhibition = served?.exhibitionId === undefined ? undefined : exhibitions.withId(served.exhibitionId)
  return exhibition !== undefined && isEndedAt(exhibition, clock.now()) ? undefined : served
}

/** Serves originals and previews of existing rows: a file whose row is gone is gone, even while its bytes are still there. */
export function createFileResponder(
  { database, files, settings, ...ends }: FileDeps & Pick<Deps, 'settings' | 'exhibitions' | 'clock'>,
  ensureClean: EnsureClean,
): FileResponder {
  const cache = new LRUCache<string, Served>({
    maxSize: cacheBytes,
    sizeCalculation: ({ ready }) => (ready?.body.length ?? 0) + 1024,
  })
  /** None before the first read. */
  let position: ChangePosition | undefined

  /** Forgets what belongs to groups that changed since the last look; at the first one, what another first look let in. */
  async function dropChanged(): Promise<void> {
    if (position === undefined) {
      position = await database.changes.position()
      return cache.clear()
    }
    const changes = await database.changes.since(position)
    const changed = new Set(changes.groupIds)
    for (const [key, { groupId }] of cache.entries()) if (changed.has(groupId)) cache.delete(key)
    position = changes.position
  }

  async function find(wanted: Wanted): Promise<Served> {
    const now = database.changes.version()
    const current = typeof now === 'number' ? now : await now
    if (current !== position?.version) await dropChanged()
    const key = `${wanted.kind}/${wanted.name}`
    const cached = cache.get(key)
    if (cached) return cached
    const before = position?.version
    const served = await load({ database, files }, ensureClean, wanted)
    // The file may have been removed while it was read, also if a concurrent call has applied that change already.
    if (served.ready && (await database.changes.version()) === before && position?.version === before)
      cache.set(key, served)
    return served
  }

  return {
    cached(kind, name) {
      const current = database.changes.recentVersion(staleFeedMs(settings.current))
      const found = (latest: number) =>
        latest === position?.version ? unlessOver(ends, cache.get(`${kind}/${name}`))?.ready : undefined
      return typeof current === 'number' ? found(current) : current.then(found)
    },
    async sendFile(kind, name, http) {
      const served = unlessOver(ends, await find({ kind, name, isRead: http.request.method !== 'HEAD' }))
      if (served === undefined) throw notFound()
      return sendServed(served, http)
    },
  }
}

/** Answers with the file, a range of it or 304. */
async function sendServed(served: Served, { request, reply }: Exchange): Promise<FastifyReply> {
  if (served.ready && request.headers.range === undefined) return sendReady(served.ready, request, reply)
  reply.headers({
    ...fileHeaders,
    'x-robots-tag': robotsTag,
    etag: served.etag,
    'last-modified': served.modified,
    'accept-ranges': 'bytes',
  })
  if (matchesTag(request.headers['if-none-match'], served.etag)) return reply.status(304).send()
  reply.header('content-type', served.mimeType)

  const range = requestedRange({ request, reply }, served)
  if (range === 'none') {
    reply.header('content-length', served.size)
    return reply.send(request.method === 'HEAD' ? Readable.from([]) : (served.ready?.body ?? served.file.read()))
  }
  reply.status(206).headers({
    'content-range': `bytes ${range.start}-${range.end}/${served.size}`,
    'content-length': range.end - range.start + 1,
  })
  return reply.send(served.ready?.body.subarray(range.start, range.end + 1) ?? served.file.read(range))
}
