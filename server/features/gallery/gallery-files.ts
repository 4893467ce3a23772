import { AppError, orThrow } from '#server/domain/errors.ts'
import type { Image } from '#server/domain/group.ts'
import { clientAddress, countedAddress } from '#server/http/access/client-address.ts'
import type { Exchange } from '#server/http/route.ts'
import { matchesTag } from '#server/http/stored-files/conditions.ts'
import { sendReady } from '#server/http/stored-files/ready-answer.ts'
import { fileHeaders, readWhole } from '#server/http/stored-files/stored-files.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { EnsureClean } from '#server/ports/file-store.ts'
import { type PhotoAddress, type PhotoWidth, photoName, readPhotoName } from './addresses.ts'
import type { Gallery } from './gallery.ts'
import { robotsOf } from './gallery-answers.ts'

type FileDeps = Pick<Deps, 'database' | 'files' | 'previewer' | 'renditions' | 'settings' | 'log'> & {
  readonly ensureClean: EnsureClean
}

interface Wanted extends PhotoAddress {
  readonly groupId: string
  /** Clients take turns. */
  readonly client: string
}

const notFound = () => new AppError('FILE_NOT_FOUND', 'There is no such file')

const preview: PhotoWidth = 800

/** A small copy is made of the preview, a large one of the original; each by the processes of the previews (D90). */
async function render(deps: FileDeps, image: Image, { width, client, target }: Wanted & { target: string }) {
  const make = async (source: string) => {
    await deps.previewer.makePreview({ source, target, width, client, turn: 0 })
    return true
  }
  const small = width < preview && (await deps.files.withLocalCopy('preview', image.storedPreviewName, make))
  if (!small && !(await deps.files.withLocalCopy('original', image.storedName, make))) throw notFound()
}

async function previewBytes({ files, ensureClean }: FileDeps, image: Image): Promise<Buffer> {
  if (!(await ensureClean(image)).has('preview')) throw notFound()
  const file = await files.open('preview', image.storedPreviewName)
  if (file === undefined || file.size === 0) throw notFound()
  return readWhole(file)
}

/** `isExact`: the requested size; false when the preview is sent instead. */
async function bytesOf(deps: FileDeps, wanted: Wanted): Promise<{ body: Buffer; isExact: boolean }> {
  const { imageId, stem, width, groupId } = wanted
  const name = photoName(stem, width)
  const kept = await deps.renditions.find(name)
  if (kept) return { body: kept, isExact: true }
  const image = orThrow(await deps.database.images.find(imageId), notFound)
  if (width === preview) return { body: await previewBytes(deps, image), isExact: true }
  try {
    await deps.files.checkFreeSpace()
    const made = deps.renditions.make({ name, groupId }, (target) => render(deps, image, { ...wanted, target }))
    return { body: await made, isExact: true }
  } catch (error) {
    // A full disk, or an original that only an older release could read: the preview is there.
    if (!(error instanceof AppError && error.code === 'FILE_NOT_FOUND'))
      deps.log.warn({ err: error, imageId }, 'no copy')
    return { body: await previewBytes(deps, image), isExact: false }
  }
}

/** Serves the photos of the galleries below addresses of their own. */
export function createGalleryFiles(deps: FileDeps, gallery: Gallery) {
  let isFollowing = false
  /** Runs from the first copy on: copies that a change may have withdrawn are removed at once. */
  function follow(): void {
    if (isFollowing) return
    isFollowing = true
    deps.database.changes.subscribe(({ groupIds }) => {
      if (groupIds.length === 0) deps.renditions.clear()
      else deps.renditions.forget(new Set(groupIds))
    })
  }

  /** AppError FILE_NOT_FOUND: also for what is withdrawn while it is made. */
  return async (name: string, { request, reply }: Exchange): Promise<Exchange['reply']> => {
    const address = readPhotoName(name)
    const groupId = address && (await gallery.groupOf(address))
    if (address === undefined || groupId === undefined) throw notFound()
    const etag = `"${address.stem.slice(-12)}-${address.width}"`
    // Other web sites may show it (D90).
    const headers = { ...fileHeaders, 'cross-origin-resource-policy': 'cross-origin', ...robotsOf(deps) }
    const answer = { etag, headers: Object.entries(headers).flat(), contentType: 'image/jpeg', body: Buffer.alloc(0) }
    if (matchesTag(request.headers['if-none-match'], etag)) return sendReady(answer, request, reply)
    follow()
    const client = countedAddress(clientAddress(request))
    const { body, isExact } = await bytesOf(deps, { ...address, groupId, client })
    if ((await gallery.groupOf(address)) === undefined) {
      deps.renditions.forget(new Set([groupId]))
      throw notFound()
    }
    const sent = isExact ? { ...answer, body } : { ...answer, body, etag: `"${address.stem.slice(-12)}-p"` }
    return sendReady(sent, request, reply)
  }
}
