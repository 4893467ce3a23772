import type { Status } from './operations.ts'

/** What an answer must be. Groups and images are numbers, in the order in which they came to be. */
export interface Expected {
  readonly status: number
  /** Of an error; several where more than one thing is wrong. */
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
  readonly takenAt: string | null
  readonly bytes: number
}

export interface Consent {
  revoked: boolean
  revokedAt: number
  takenDown: boolean
}

export interface Group {
  readonly group: number
  readonly uploadedAt: number
  name: string | null
  title: string | null
  description: string | null
  year: number
  approved: boolean
  everApproved: boolean
  changes: string[]
  workshop: boolean
  workshopRevoked: boolean
  readonly platforms: Map<number, Consent>
  readonly history: string[]
  images: Image[]
}

export const lengthOf = (text: string) => [...text.trim()].length
export const textOrNull = (text: string) => text.trim() || null
export const ok = (body?: unknown): Expected => ({ status: 200, body })
export const refused = (...codes: string[]): Expected => ({ status: 400, codes })
export const missing = (code = 'GROUP_NOT_FOUND'): Expected => ({ status: 404, codes: [code] })

// How a group is shown.

export const isPublic = (group: Group) => group.approved && !group.workshopRevoked
export const isGiven = (group: Group, platform: number) => group.platforms.get(platform)?.revoked === false
export const captureDate = ({ images }: Group) => images.flatMap(({ takenAt }) => takenAt ?? []).toSorted()[0] ?? null
export const summary = (group: Group) => ({
  group: group.group,
  name: group.name,
  title: group.title,
  description: group.description,
  year: group.year,
  captureDate: captureDate(group),
  isApproved: group.approved,
  imageCount: group.images.length,
  display_in_workshop: group.workshop,
})
export const inPublic = (group: Group) => ({
  ...summary(group),
  images: group.images.map(({ image, description }, index) => ({ image, description, order: index + 1 })),
})
export const consentsOf = ({ platforms }: Group) =>
  [...platforms].sort(([a], [b]) => a - b).map(([platform, { revoked }]) => ({ platform, revoked }))
export const toOwner = (group: Group) => ({ ...inPublic(group), consents: consentsOf(group) })
export const changesOf = ({ changes }: Group) => ({ changedSinceApproval: changes.length > 0, changes })
export const inList = (group: Group) => ({ ...summary(group), consents: consentsOf(group), ...changesOf(group) })

// What changes of a group lead to.

export function ownerChanged(group: Group, change: string, { resets = false, changed = true } = {}): void {
  if (resets) group.approved = false
  if (changed && group.everApproved && !group.changes.includes(change)) group.changes.push(change)
}
export function approve(group: Group): void {
  Object.assign(group, { approved: true, everApproved: true, changes: [] })
}

export const paged = <T>(list: readonly T[], { limit, offset }: { limit: number | null; offset: number | null }) =>
  list.slice(offset ?? 0, limit === null ? undefined : (offset ?? 0) + limit)
export const badLimit = (limit: number | null) => limit !== null && (limit < 1 || limit > 1000)

export function hasStatus({ approved, changes }: Group, status: Status | null): boolean {
  if (status === 'changed') return changes.length > 0
  return status === null || approved === (status === 'approved')
}
