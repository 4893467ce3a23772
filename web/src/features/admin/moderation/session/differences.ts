import { formFields, type GroupTexts } from '#contract/group-texts.ts'
import type { TextField } from './draft.ts'
import type { SeenGroup } from './groups.ts'

type CountedKind = 'photosAdded' | 'photosRemoved' | 'photosHidden' | 'photosShown'
/** The compared fields of a group. */
interface GroupState extends GroupTexts, Pick<SeenGroup, 'year' | 'imageCount'> {
  /** All photos, or the first ones where a list has no more. */
  readonly photos: readonly Photo[]
  readonly workshop: boolean
  /** Whether the consent is in force, by the platform's display name. */
  readonly platforms: ReadonlyMap<string, boolean>
}

/** What others changed in a group since it was seen here. */
export type Difference =
  | { readonly kind: CountedKind; readonly count: number /** From 1. */; readonly places?: readonly number[] }
  | { readonly kind: 'text'; readonly field: TextField; readonly before: string; readonly now: string }
  /** `n` counts from 1, in the current order. */
  | { readonly kind: 'caption'; readonly n: number; readonly before: string; readonly now: string }
  /** The previous places of the photos, in the current order. */
  | { readonly kind: 'order'; readonly places: readonly number[] }
  | { readonly kind: 'other' }
  /** The workshop where there is no platform. */
  | { readonly kind: 'consent'; readonly platform: string | undefined; readonly given: boolean }

interface Photo {
  readonly id: number
  readonly caption: string
  readonly hidden: boolean
}

const photosOf = (group: SeenGroup): Photo[] => {
  const photos =
    'images' in group ? group.images : group.previews.map(({ imageId, ...preview }) => ({ id: imageId, ...preview }))
  return photos.map(({ id, imageDescription, hidden }) => ({ id, caption: imageDescription ?? '', hidden }))
}

const stateOf = (group: SeenGroup): GroupState => ({
  ...group,
  photos: photosOf(group),
  workshop: group.workshopRevokedTimestamp === null && group.display_in_workshop,
  platforms: new Map(
    group.socialMediaConsents.map(({ displayName, consented, revoked }) => [displayName, consented && !revoked]),
  ),
})

/** The state before its owner changed it; undefined when it was not changed, or the state is unknown. */
function lastApprovedOf(group: SeenGroup): GroupState | undefined {
  const { lastApproved: last } = group
  if (last === null) return
  const hidden = new Set(photosOf(group).flatMap((photo) => (photo.hidden ? [photo.id] : [])))
  return {
    ...last,
    imageCount: last.images.length,
    // The owner does not hide photos.
    photos: last.images.map(({ imageId: id, imageDescription: caption }) => ({
      id,
      caption: caption ?? '',
      hidden: hidden.has(id),
    })),
    workshop: last.display_in_workshop,
    platforms: new Map(
      group.socialMediaConsents.map((one) => [one.displayName, last.platformIds.includes(one.platformId)]),
    ),
  }
}

const counted = (kind: CountedKind, count: number, places?: readonly number[]): Difference[] =>
  count > 0 ? [{ kind, count, ...(places && { places }) }] : []

function inNumber(before: GroupState, now: GroupState): Difference[] {
  if (before.photos.length < before.imageCount || now.photos.length < now.imageCount) {
    const more = now.imageCount - before.imageCount
    return [...counted('photosAdded', more), ...counted('photosRemoved', -more)]
  }
  const old = new Set(before.photos.map(({ id }) => id))
  const current = new Set(now.photos.map(({ id }) => id))
  const added = now.photos.flatMap(({ id }, index) => (old.has(id) ? [] : [index + 1]))
  return [...counted('photosAdded', added.length, added), ...counted('photosRemoved', old.difference(current).size)]
}

function inPhotos(before: GroupState, now: GroupState): Difference[] {
  const old = new Map(before.photos.map((photo, index) => [photo.id, { ...photo, place: index + 1 }]))
  const both = now.photos.flatMap((photo, index) => {
    const was = old.get(photo.id)
    return was ? [{ n: index + 1, photo, was }] : []
  })
  const captions = both.filter(({ photo, was }) => photo.caption !== was.caption)
  const places = both.map(({ was }) => was.place)
  return [
    ...counted('photosHidden', both.filter(({ photo, was }) => photo.hidden && !was.hidden).length),
    ...counted('photosShown', both.filter(({ photo, was }) => !photo.hidden && was.hidden).length),
    ...captions.map(({ n, photo, was }) => ({ kind: 'caption', n, before: was.caption, now: photo.caption }) as const),
    ...(places.some((place, index) => place < (places[index - 1] ?? 0)) ? [{ kind: 'order', places } as const] : []),
  ]
}

function inTexts(before: GroupState, now: GroupState): Difference[] {
  return formFields
    .filter((field) => before[field] !== now[field])
    .map((field) => ({ kind: 'text', field, before: String(before[field] ?? ''), now: String(now[field] ?? '') }))
}

function inConsents(old: GroupState, current: GroupState): Difference[] {
  const workshop: Difference[] =
    old.workshop === current.workshop ? [] : [{ kind: 'consent', platform: undefined, given: current.workshop }]
  const names = new Set([...old.platforms.keys(), ...current.platforms.keys()])
  const platforms = [...names].flatMap((platform): Difference[] => {
    const given = current.platforms.get(platform) ?? false
    return given === (old.platforms.get(platform) ?? false) ? [] : [{ kind: 'consent', platform, given }]
  })
  return [...workshop, ...platforms]
}

const differencesBetween = (before: GroupState, now: GroupState): readonly Difference[] => [
  ...inNumber(before, now),
  ...inTexts(before, now),
  ...inPhotos(before, now),
  ...inConsents(before, now),
]

/** Empty while the group looks the same; `other` when only the server knows the difference. */
export function differencesOf(before: SeenGroup, now: SeenGroup): readonly Difference[] {
  const found = differencesBetween(stateOf(before), stateOf(now))
  return found.length === 0 && before.revision !== now.revision ? [{ kind: 'other' }] : found
}

/** What the owner changed since the last approval; undefined where that is unknown. */
export function changesSinceApproval(group: SeenGroup): readonly Difference[] | undefined {
  const before = lastApprovedOf(group)
  return before && differencesBetween(before, stateOf(group))
}
