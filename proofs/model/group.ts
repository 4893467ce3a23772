import type { By, Decision, Reason, Status } from './operations.ts'

/** The expected answer. Groups and images are numbers, in the order of their creation. */
export interface Expected {
  readonly status: number
  /** Code of an error; several if more than one thing is wrong. */
  readonly codes?: readonly string[]
  /** The fields that matter. */
  readonly body?: unknown
}

/** A photo of the tests. */
export interface Photo {
  readonly bytes: number
  readonly takenAt: string | null
}

export interface Image {
  readonly image: number
  readonly originalName: string
  description: string | null
  /** The description that a moderator saw last (D45). */
  published: string | null
  hidden: boolean
  /** A removal request has hidden it, not a moderator (D70). */
  byRequest: boolean
  /** It got a new address since the last comparison (D47). */
  moved: boolean
  readonly takenAt: string | null
  readonly bytes: number
}

export interface Consent {
  revoked: boolean
  revokedBy: By | null
  takenDown: boolean
}

export interface Group {
  readonly group: number
  readonly uploadedAt: number
  exhibition: number
  /** The end of its exhibition has given its photos new addresses. */
  isMarked: boolean
  name: string | null
  title: string | null
  description: string | null
  year: number
  approved: boolean
  firstApprovedAt: number | null
  changes: string[]
  workshop: boolean
  workshopRevoked: boolean
  workshopRevokedBy: By | null
  readonly platforms: Map<number, Consent>
  readonly history: string[]
  images: Image[]
  /** Counts what the feed would show differently (D44). */
  revision: number
  /** The revision that an admin saw last. */
  seen: number | null
  /** Texts, captions and photos that a moderator has approved or written: nothing else may be shown. */
  readonly covered: Set<string>
}

/** Of an address that many requests come from, and of one photo (D70, D94). */
export interface RemovalRequest {
  readonly request: number
  readonly group: Group | undefined
  readonly image: Image | undefined
  readonly reason: Reason
  readonly from: number
  readonly at: number
  readonly hiddenAtOnce: boolean
  decision: Decision | null
}

export const lengthOf = (text: string) => [...text.trim()].length
export const textOrNull = (text: string) => text.trim() || null
export const ok = (body?: unknown): Expected => ({ status: 200, body })
export const refused = (...codes: string[]): Expected => ({ status: 400, codes })
export const missing = (code = 'GROUP_NOT_FOUND'): Expected => ({ status: 404, codes: [code] })
export const conflict = (code: string): Expected => ({ status: 409, codes: [code] })

/** Indexes that the owner may name: 4 is an image that does not exist. */
export const imageAt = ({ images }: Group, number: number): Image | undefined =>
  number === 4 ? undefined : images[number % images.length]

// How a group is presented.

const shownImages = ({ images }: Group) => images.filter(({ hidden }) => !hidden)
/** Its exhibition aside. */
export const isPublic = (group: Group) => group.approved && !group.workshopRevoked && shownImages(group).length > 0
export const isGiven = (group: Group, platform: number) => group.platforms.get(platform)?.revoked === false
const captureDate = (images: readonly Image[]) => images.flatMap(({ takenAt }) => takenAt ?? []).toSorted()[0] ?? null
const summary = (group: Group, images: readonly Image[]) => ({
  group: group.group,
  name: group.name,
  title: group.title,
  description: group.description,
  year: group.year,
  captureDate: captureDate(images),
  isApproved: group.approved,
  imageCount: images.length,
  display_in_workshop: group.workshop,
})
/** A typed year, not that of the upload, wins over a camera that contradicts it (D15). */
export function placeInFeed(group: Group): string {
  const isTyped = group.year !== new Date(group.uploadedAt).getUTCFullYear()
  const date = captureDate(shownImages(group))
  return date !== null && (!isTyped || date.startsWith(`${group.year}-`)) ? date : `${group.year}-01-01`
}
export function inPublic(group: Group) {
  const images = shownImages(group)
  return {
    ...summary(group, images),
    images: images.map(({ image, published }, index) => ({ image, description: published, order: index + 1 })),
  }
}
export const consentsOf = ({ platforms }: Group) =>
  [...platforms].sort(([a], [b]) => a - b).map(([platform, { revoked }]) => ({ platform, revoked }))
const toOwnerImage = ({ image, description, hidden }: Image, index: number) => ({
  ...{ image, description, hidden, order: index + 1 },
})
export const toOwner = (group: Group) => ({
  ...summary(group, group.images),
  images: group.images.map(toOwnerImage),
  consents: consentsOf(group),
})
const changesOf = ({ changes }: Group) => ({ changedSinceApproval: changes.length > 0, changes })
export const toAdmin = (group: Group) => ({
  ...toOwner(group),
  images: group.images.map((image, index) => ({ ...toOwnerImage(image, index), published: image.published })),
  ...changesOf(group),
})
export const inList = (group: Group) => ({
  ...summary(group, group.images),
  consents: consentsOf(group),
  ...changesOf(group),
})

// Effects of a group's changes.

export function ownerChanged(group: Group, change: string, { resets = false, changed = true } = {}): void {
  if (resets) group.approved = false
  if (changed && group.firstApprovedAt !== null && !group.changes.includes(change)) group.changes.push(change)
}

/** What is shown of a group, fact by fact. */
export const factsOf = ({ images, ...texts }: Shown): string[] => [
  ...(['name', 'title', 'description', 'year'] as const).map((field) => `${field}: ${texts[field]}`),
  ...images.flatMap(({ image, description }) => [`photo ${image}`, `caption of ${image}: ${description}`]),
]
export interface Shown extends Pick<Group, 'name' | 'title' | 'description' | 'year'> {
  readonly images: readonly Pick<Image, 'image' | 'description'>[]
}

export function cover({ covered }: Group, facts: readonly string[]): void {
  for (const fact of facts) covered.add(fact)
}

/** Hides a photo that is shown, which gets another address. */
export function hideImage(group: Group, image: Image, { byRequest }: Pick<Image, 'byRequest'>): void {
  if (image.hidden) return
  Object.assign(image, { hidden: true, byRequest, moved: true })
  group.revision++
}

export function showImage(group: Group, image: Image): void {
  if (!image.hidden) return
  Object.assign(image, { hidden: false, byRequest: false })
  group.revision++
}

export const moveImages = (images: readonly Image[]): void => {
  for (const image of images) image.moved = true
}

export const paged = <T>(list: readonly T[], { limit, offset }: { limit: number | null; offset: number | null }) =>
  list.slice(offset ?? 0, limit === null ? undefined : (offset ?? 0) + limit)
export const badLimit = (limit: number | null) => limit !== null && (limit < 1 || limit > 1000)

export function hasStatus({ approved, changes }: Group, status: Status | null): boolean {
  if (status === 'changed') return changes.length > 0
  return status === null || approved === (status === 'approved')
}
