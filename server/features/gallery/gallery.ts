import { LRUCache } from 'lru-cache'
import { chunksOf } from '#server/concurrency/chunks-of.ts'
import { inParts } from '#server/concurrency/in-parts.ts'
import { singleFlight } from '#server/concurrency/single-flight.ts'
import { websitePlatform } from '#server/domain/consents/consent.ts'
import { type Exhibition, exhibitionNotFound, isEndedAt } from '#server/domain/exhibition.ts'
import { compareEntries, type Entry, entryOf } from '#server/domain/feed-entry.ts'
import type { ChangePosition } from '#server/ports/content-changes.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { PublishedGroup, PublishedImage } from '#server/ports/group-store.ts'
import { isSameStem, type PhotoAddress, stemOf } from './addresses.ts'

type GalleryDeps = Pick<Deps, 'database' | 'exhibitions' | 'clock'>

/** Groups that are read without yielding to other requests. */
const partSize = 200
const knownPhotos = 5_000

/** A group in the gallery: public, and its consent to our own website in force. */
export interface GalleryGroup extends PublishedGroup {
  readonly images: readonly GalleryImage[]
}

export interface GalleryImage extends PublishedImage {
  /** What its addresses begin with. */
  readonly stem: string
}

interface Placed extends Entry {
  readonly exhibitionId: number
  readonly imageCount: number
}

interface Copy {
  readonly placed: Map<string, Placed>
  /** In the order of the feed, by exhibition, once asked for. */
  readonly lists: Map<number, readonly Placed[]>
  position: ChangePosition
}

export interface GalleryPart {
  readonly groups: readonly GalleryGroup[]
  readonly groupCount: number
  readonly photoCount: number
}

export type Gallery = ReturnType<typeof createGallery>

const newestFirst = (a: Entry, b: Entry) => b.uploadDate - a.uploadDate || compareEntries(b, a)

/** Returns a function that reads those of the groups that the gallery shows, in no order. */
function createReads({ database }: Pick<Deps, 'database'>) {
  let secret: string | undefined
  return async (groupIds: readonly string[]): Promise<GalleryGroup[]> => {
    secret ??= await database.serviceState.get('gallery_secret')
    const key = secret
    if (key === undefined) throw new Error('The secret of the gallery is missing')
    const consents = await database.consents.inForce(websitePlatform, groupIds)
    const published = await database.groups.published([...consents.keys()])
    return published.map(({ group, images }) => {
      const consentedAt = consents.get(group.groupId) ?? ''
      return { group, images: images.map((image) => ({ ...image, stem: stemOf(key, image, consentedAt) })) }
    })
  }
}

const placeOf = ({ group, images }: PublishedGroup): Placed => ({
  ...entryOf(group),
  exhibitionId: group.exhibitionId,
  imageCount: images.length,
})

type ReadGroups = ReturnType<typeof createReads>

/** Changes during the read are read again before the first answer. */
async function load({ database }: GalleryDeps): Promise<Copy> {
  const copy: Copy = { placed: new Map(), lists: new Map(), position: await database.changes.position() }
  const agreed = async (after = '') => [
    ...(await database.consents.inForce(websitePlatform, { after, limit: partSize })).keys(),
  ]
  for await (const groupIds of inParts(partSize, agreed)) {
    for (const each of await database.groups.published(groupIds)) copy.placed.set(each.group.groupId, placeOf(each))
  }
  return copy
}

/** Brings a copy to the state of the database; returns the groups that changed. */
async function update({ database }: GalleryDeps, copy: Copy): Promise<ReadonlySet<string>> {
  const { position, groupIds } = await database.changes.since(copy.position)
  const now: Placed[] = []
  for (const part of chunksOf(groupIds, partSize)) {
    const agreed = [...(await database.consents.inForce(websitePlatform, part)).keys()]
    now.push(...(await database.groups.published(agreed)).map(placeOf))
  }
  const known = groupIds.filter((id) => copy.placed.delete(id))
  for (const each of now) copy.placed.set(each.groupId, each)
  if (known.length + now.length > 0) copy.lists.clear()
  copy.position = position
  return new Set(groupIds)
}

/** In the order of the feed. */
const listOf = ({ lists, placed }: Copy, exhibitionId: number): readonly Placed[] =>
  lists.getOrInsertComputed(exhibitionId, () =>
    [...placed.values()].filter((each) => each.exhibitionId === exhibitionId).sort(compareEntries),
  )

/** Exhibitions whose galleries are on. The database is not asked for one that is off. */
export function openGalleries({ exhibitions, clock }: GalleryDeps) {
  const isOpen = (exhibition: Exhibition | undefined): exhibition is Exhibition =>
    exhibition?.gallery === true && !isEndedAt(exhibition, clock.now())
  return {
    any: () => exhibitions.all.some(isOpen),
    has: (slug: string) => isOpen(exhibitions.withSlug(slug)),
    hasId: (id: number) => isOpen(exhibitions.withId(id)),
    /** AppError EXHIBITION_NOT_FOUND. */
    withSlug(slug: string): Exhibition {
      const exhibition = exhibitions.withSlug(slug)
      if (!isOpen(exhibition)) throw exhibitionNotFound()
      return exhibition
    },
  }
}

/** Groups of a list in its order; what was withdrawn meanwhile is left out. */
async function groupsAt(list: readonly Placed[], read: ReadGroups): Promise<GalleryGroup[]> {
  const found = new Map((await read(list.map(({ groupId }) => groupId))).map((each) => [each.group.groupId, each]))
  return list.flatMap(({ groupId }) => found.get(groupId) ?? [])
}

interface ShownPhoto {
  readonly groupId: string
  readonly exhibitionId: number
  readonly stem: string
}

/** The copy of what is shown, and the photos that were asked for since their groups changed. */
function createCopy(deps: GalleryDeps) {
  const photos = new LRUCache<number, ShownPhoto>({ max: knownPhotos })
  let copy: Copy | undefined

  const refresh = singleFlight(async () => {
    if (copy === undefined) {
      copy = await load(deps)
      return
    }
    const changed = await update(deps, copy)
    for (const [id, { groupId }] of photos.entries()) if (changed.has(groupId)) photos.delete(id)
  })

  return {
    photos,
    get version() {
      return copy?.position.version
    },
    /** In the state of the database at the time of the call, or a later one. */
    async upToDate(): Promise<Copy> {
      for (;;) {
        const current = await deps.database.changes.version()
        if (copy && current <= copy.position.version) return copy
        await refresh()
      }
    },
  }
}

/**
 * Which groups the galleries show, in memory: only their places and numbers of photos. Each read compares one number with
 * the database's and reads again what has changed since (D90).
 */
export function createGallery(deps: GalleryDeps) {
  const read = createReads(deps)
  const copy = createCopy(deps)
  const { photos, upToDate } = copy
  const open = openGalleries(deps)

  /** undefined where the image is not shown. */
  async function lookAt(imageId: number): Promise<ShownPhoto | undefined> {
    const before = copy.version
    const image = await deps.database.images.find(imageId)
    const [found] = image === undefined ? [] : await read([image.groupId])
    const stem = found?.images.find(({ id }) => id === imageId)?.stem
    if (found === undefined || stem === undefined) return undefined
    const { groupId, exhibitionId } = found.group
    const photo = { groupId, exhibitionId, stem }
    // It may have been withdrawn while it was read, also if a concurrent call has applied that change already.
    if (copy.version === before) photos.set(imageId, photo)
    return photo
  }

  return {
    open,
    /** Changes with everything that the galleries show. */
    version: async (): Promise<number> => (await upToDate()).position.version,
    async part({ id }: Exhibition, { offset, limit }: { offset: number; limit: number }): Promise<GalleryPart> {
      const list = listOf(await upToDate(), id)
      const photoCount = list.reduce((sum, { imageCount }) => sum + imageCount, 0)
      return { groups: await groupsAt(list.slice(offset, offset + limit), read), groupCount: list.length, photoCount }
    },
    /** Where the page with a group begins; 0 for a group that the gallery does not show. */
    async offsetOf({ id }: Exhibition, groupId: string, limit: number): Promise<number> {
      const place = listOf(await upToDate(), id).findIndex((each) => each.groupId === groupId)
      return Math.max(0, place - (place % limit))
    },
    async newest({ id }: Exhibition, limit: number): Promise<GalleryGroup[]> {
      const list = listOf(await upToDate(), id)
      return groupsAt(list.toSorted(newestFirst).slice(0, limit), read)
    },
    /** The group that the photo of an address belongs to; undefined where it may not be shown, or not any more. */
    async groupOf({ imageId, stem }: PhotoAddress): Promise<string | undefined> {
      await upToDate()
      const photo = photos.get(imageId) ?? (await lookAt(imageId))
      return photo && isSameStem(photo.stem, stem) && open.hasId(photo.exhibitionId) ? photo.groupId : undefined
    },
  }
}
