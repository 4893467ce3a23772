import { onSite } from '#web/api/base-path.ts'
import type { Answer } from '#web/api/client.ts'
import type { Options } from '#web/features/slideshow/options.ts'

type FeedGroup = Answer<'GET /api/groups'>['groups'][number]

/** What the slideshow needs to know of a photo. */
export interface Photo {
  readonly id: number
  readonly original: string
  readonly preview: string
  /** Pixels of the original as shown; null when not measured yet. */
  readonly width: number | null
  readonly height: number | null
  readonly caption: string | null
  /** Absent in a feed that an earlier version has saved. */
  readonly code?: string
}

export interface Group {
  readonly id: string
  readonly title: string | null
  readonly name: string | null
  readonly description: string | null
  readonly year: number
  readonly photos: readonly Photo[]
}

/** A title card, or one photo of the group. */
export interface Step {
  readonly key: string
  readonly group: Group
  readonly photo?: Photo
}

/** The part of the feed's group that is kept: with 10,000 groups the rest would be most of the memory. */
export const groupOf = (group: FeedGroup): Group => ({
  id: group.groupId,
  title: group.title,
  name: group.name,
  description: group.description,
  year: group.year,
  photos: group.images.map((image) => ({
    id: image.id,
    original: onSite(image.filePath),
    preview: onSite(image.previewPath),
    width: image.width,
    height: image.height,
    caption: image.imageDescription,
    code: image.code,
  })),
})

/** Always the same for a group, so that a shuffled order stays when others join or leave. */
const shuffleKey = (id: string, seed: number): number => {
  let hash = seed
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return hash ^ (hash >>> 13)
}

/** @param groups in the order of the feed, which is the chronological one (D15) */
export const stepsOf = (
  groups: readonly Group[],
  { order, years }: Pick<Options, 'order' | 'years'>,
  seed = 0,
): readonly Step[] => {
  const chosen = groups.filter(
    ({ year, photos }) => photos.length > 0 && (!years || (year >= years.from && year <= years.to)),
  )
  if (order === 'newest') chosen.reverse()
  if (order === 'shuffled') {
    const keys = new Map(chosen.map(({ id }) => [id, shuffleKey(id, seed)]))
    chosen.sort((a, b) => (keys.get(a.id) ?? 0) - (keys.get(b.id) ?? 0))
  }
  return chosen.flatMap((group) => [
    { key: group.id, group },
    ...group.photos.map((photo) => ({ key: `${group.id}/${photo.id}`, group, photo })),
  ])
}

/**
 * Where the slideshow goes on after the feed has changed: at the same step, or, when that is gone, at the next of those that
 * followed it and still exist; then `stays` is false.
 */
export const follow = (
  before: readonly Step[],
  index: number,
  after: readonly Step[],
): { index: number; stays: boolean } => {
  const places = new Map(after.map(({ key }, place) => [key, place]))
  for (let ahead = 0; ahead < before.length; ahead++) {
    const key = before[(index + ahead) % before.length]?.key
    const place = key === undefined ? undefined : places.get(key)
    if (place !== undefined) return { index: place, stays: ahead === 0 }
  }
  return { index: 0, stays: false }
}

/** The first step of the group `by` groups away, round the loop. */
export const groupAway = (steps: readonly Step[], index: number, by: 1 | -1): number => {
  const titles = steps.flatMap(({ photo }, place) => (photo ? [] : [place]))
  const at = titles.findLastIndex((place) => place <= index)
  return titles[(at + by + titles.length) % titles.length] ?? 0
}
