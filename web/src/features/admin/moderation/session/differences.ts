import { formFields, type GroupTexts } from '#contract/texts/group-texts.ts'
import type { PhotoText } from '#web/components/photos/photo.ts'
import type { TextField } from './drafts.ts'
import type { SeenGroup } from './groups.ts'

type CountedKind = 'photosAdded' | 'photosRemoved' | 'photosHidden' | 'photosShown'

/** What is different in a group. Photos and places count from 1, in the current order. */
export type Difference =
  | { readonly kind: CountedKind; readonly count: number; readonly places?: readonly number[] }
  | { readonly kind: 'text'; readonly field: TextField; readonly before: string; readonly now: string }
  | { readonly kind: PhotoText; readonly n: number; readonly before: string; readonly now: string }
  /** The previous places of the photos. */
  | { readonly kind: 'order'; readonly places: readonly number[] }
  | { readonly kind: 'other' }
  /** The workshop where there is no platform. */
  | { readonly kind: 'consent'; readonly platform: string | undefined; readonly given: boolean }

interface Photo {
  readonly id: number
  readonly caption: string
  readonly altText: string
  readonly hidden: boolean
}

/** The compared fields of a group. */
interface GroupState extends GroupTexts, Pick<SeenGroup, 'year' | 'imageCount'> {
  /** All photos, or the first ones where a list has no more. */
  readonly photos: readonly Photo[]
  /** Whether the consent is in force, by the platform's display name; that of the workshop has none. */
  readonly consents: ReadonlyMap<string | undefined, boolean>
}

interface StoredTexts {
  readonly imageDescription: string | null
  readonly altText?: string | null
}

const textsOf = ({ imageDescription, altText }: StoredTexts) => ({
  caption: imageDescription ?? '',
  altText: altText ?? '',
})

const photosOf = (group: SeenGroup): Photo[] =>
  'images' in group
    ? group.images.map(({ id, hidden, ...texts }) => ({ id, hidden, ...textsOf(texts) }))
    : group.previews.map(({ imageId: id, hidden, ...texts }) => ({ id, hidden, ...textsOf(texts) }))

const stateOf = (group: SeenGroup): GroupState => ({
  ...group,
  photos: photosOf(group),
  consents: new Map([
    [undefined, group.workshopRevokedTimestamp === null && group.display_in_workshop],
    ...group.socialMediaConsents.map(
      ({ displayName, consented, revoked }) => [displayName, consented && !revoked] as const,
    ),
  ]),
})

/** The state before its owner changed it; undefined when it was not changed, or the state is unknown. */
function lastApprovedOf(group: SeenGroup): GroupState | undefined {
  const { lastApproved } = group
  if (lastApproved === null) return
  const { images, platformIds, display_in_workshop: workshop } = lastApproved
  // The owner does not hide photos.
  const hidden = new Set(photosOf(group).flatMap((photo) => (photo.hidden ? [photo.id] : [])))
  const platforms = group.socialMediaConsents.map(
    (one) => [one.displayName, platformIds.includes(one.platformId)] as const,
  )
  return {
    ...lastApproved,
    imageCount: images.length,
    photos: images.map(({ imageId: id, ...texts }) => ({ id, hidden: hidden.has(id), ...textsOf(texts) })),
    consents: new Map([[undefined, workshop], ...platforms]),
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
  const changed = (kind: PhotoText): Difference[] =>
    both
      .filter(({ photo, was }) => photo[kind] !== was[kind])
      .map(({ n, photo, was }) => ({ kind, n, before: was[kind], now: photo[kind] }))
  const places = both.map(({ was }) => was.place)
  return [
    ...counted('photosHidden', both.filter(({ photo, was }) => photo.hidden && !was.hidden).length),
    ...counted('photosShown', both.filter(({ photo, was }) => !photo.hidden && was.hidden).length),
    ...changed('caption'),
    ...changed('altText'),
    ...(places.some((place, index) => place < (places[index - 1] ?? 0)) ? [{ kind: 'order', places } as const] : []),
  ]
}

const inTexts = (before: GroupState, now: GroupState): Difference[] =>
  formFields
    .filter((field) => before[field] !== now[field])
    .map((field) => ({ kind: 'text', field, before: String(before[field] ?? ''), now: String(now[field] ?? '') }))

const inConsents = (before: GroupState, now: GroupState): Difference[] =>
  [...new Set([...before.consents.keys(), ...now.consents.keys()])].flatMap((platform): Difference[] => {
    const given = now.consents.get(platform) ?? false
    return given === (before.consents.get(platform) ?? false) ? [] : [{ kind: 'consent', platform, given }]
  })

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
