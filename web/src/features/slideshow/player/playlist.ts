import { type GroupTexts, textsOf } from '#contract/texts/group-texts.ts'
import { withBasePath } from '#web/api/base-path.ts'
import type { Answer } from '#web/api/client.ts'
import type { Options } from '#web/features/slideshow/options.ts'

/** What the slideshow needs to know of a photo. */
export interface Photo {
  readonly id: number
  readonly original: string
  readonly preview: string
  /** Pixels of the original as shown; null when not measured yet. */
  readonly width: number | null
  readonly height: number | null
  readonly caption: string | null
  /** Absent like the code. */
  readonly altText?: string | null
  /** Absent in a feed that an earlier version has saved. */
  readonly code?: string
}

export interface Group extends GroupTexts {
  readonly id: string
  readonly year: number
  readonly photos: readonly Photo[]
}

/** A title card, or the photos of the group that are shown together. */
export interface Step {
  readonly key: string
  readonly group: Group
  /** None for a title card, two for photos that share the screen. */
  readonly photos: readonly Photo[]
  /** The first of its group: it has the title. */
  readonly opens: boolean
  /** It has the QR code for removal requests. */
  readonly hasRemovalCode: boolean
}

/** Nearly square ones would be too small on half of the screen. */
const maxPortraitRatio = 0.85

/** Two that share the screen: portraits beside each other, landscapes above each other. */
export type Pairs = 'portraits' | 'landscapes' | undefined

const isOf = (pairs: Pairs, { width, height }: Photo): boolean => {
  if (!pairs || !width || !height) return false
  return (pairs === 'portraits' ? width / height : height / width) <= maxPortraitRatio
}

/** Two in a row that fit share the screen. */
const inPairs = (photos: readonly Photo[], pairs: Pairs): readonly (readonly Photo[])[] => {
  const sets: Photo[][] = []
  for (const photo of photos) {
    const last = sets.at(-1)
    if (last?.length === 1 && [...last, photo].every((each) => isOf(pairs, each))) last.push(photo)
    else sets.push([photo])
  }
  return sets
}

const keyOf = ({ id }: Group, photos: readonly Photo[]): string =>
  photos.length === 0 ? id : `${id}/${photos.map((photo) => photo.id).join('+')}`

/** Words say on each photo how to have it removed; the code for cameras is rare. */
const groupsPerRemovalCode = 5

/** The part of the feed's group that is kept: with 10,000 groups the rest would be most of the memory. */
export const groupOf = (group: Answer<'GET /api/groups'>['groups'][number]): Group => ({
  id: group.groupId,
  ...textsOf(group),
  year: group.year,
  photos: group.images.map((image) => ({
    id: image.id,
    original: withBasePath(image.filePath),
    preview: withBasePath(image.previewPath),
    width: image.width,
    height: image.height,
    caption: image.imageDescription,
    altText: image.altText,
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
  { order, years, cards, pairs }: Pick<Options, 'order' | 'years' | 'cards'> & { readonly pairs: Pairs },
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
  return chosen.flatMap((group, place) =>
    [...(cards ? [[]] : []), ...inPairs(group.photos, pairs)].map((photos, index) => ({
      key: keyOf(group, photos),
      group,
      photos,
      opens: index === 0,
      hasRemovalCode: index === 0 && place % groupsPerRemovalCode === 0,
    })),
  )
}

/**
 * Where the slideshow continues after the feed has changed: at the same step, or, when that is gone, at the next photo of those
 * that followed it and still exist; then `stays` is false.
 */
export const resumeIn = (
  before: readonly Step[],
  index: number,
  after: readonly Step[],
): { index: number; stays: boolean } => {
  const places = new Map(after.flatMap((step, place) => partsOf(step).map((part) => [part, place])))
  for (let ahead = 0; ahead < before.length; ahead++) {
    const step = before[(index + ahead) % before.length]
    const part = step && partsOf(step).find((each) => places.has(each))
    const place = part === undefined ? undefined : places.get(part)
    if (place !== undefined) return { index: place, stays: ahead === 0 && after[place]?.key === step?.key }
  }
  return { index: 0, stays: false }
}

/** What of a step can be found in another list, where its photos may be paired otherwise. */
const partsOf = ({ key, group, photos }: Step): readonly string[] =>
  photos.length === 0 ? [key] : photos.map((photo) => keyOf(group, [photo]))

/** The first step of the group `by` groups away, round the loop. */
export const jumpGroups = (steps: readonly Step[], index: number, by: 1 | -1): number => {
  const first = steps.flatMap(({ opens }, place) => (opens ? [place] : []))
  const at = first.findLastIndex((place) => place <= index)
  return first[(at + by + first.length) % first.length] ?? 0
}
