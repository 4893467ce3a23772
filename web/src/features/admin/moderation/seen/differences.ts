import type { AdminGroup } from '#web/features/admin/moderation/group/group-queries.ts'
import type { ListedGroup } from '#web/features/admin/moderation/list/queue-queries.ts'

export type SeenGroup = ListedGroup | AdminGroup
type CountedKind = 'photosAdded' | 'photosRemoved' | 'photosHidden' | 'photosShown'
type TextKind = 'title' | 'name' | 'year' | 'description'

/** What others changed in a group since it was seen here. */
export type Difference =
  | { readonly kind: CountedKind; readonly count: number }
  | { readonly kind: 'text'; readonly field: TextKind; readonly before: string; readonly now: string }
  /** `n` counts from 1, in the order of now. */
  | { readonly kind: 'caption'; readonly n: number; readonly before: string; readonly now: string }
  | { readonly kind: 'order' | 'other' }
  /** Of the workshop where there is no platform. */
  | { readonly kind: 'consent'; readonly platform: string | undefined; readonly given: boolean }

interface Photo {
  readonly id: number
  readonly caption: string
  readonly hidden: boolean
}

/** All photos of a group, or the first ones where a list has no more. */
const photosOf = (group: SeenGroup): Photo[] =>
  'images' in group
    ? group.images.map(({ id, imageDescription, hidden }) => ({ id, caption: imageDescription ?? '', hidden }))
    : group.previews.map(({ imageId: id, imageDescription, hidden }) => ({
        id,
        caption: imageDescription ?? '',
        hidden,
      }))

const inForce = (group: SeenGroup) => ({
  workshop: group.workshopRevokedTimestamp === null && group.display_in_workshop,
  platforms: new Map(
    group.socialMediaConsents.map(({ displayName, consented, revoked }) => [displayName, consented && !revoked]),
  ),
})

const counted = (
  kind: 'photosAdded' | 'photosRemoved' | 'photosHidden' | 'photosShown',
  count: number,
): Difference[] => (count > 0 ? [{ kind, count }] : [])

function inNumber(before: SeenGroup, now: SeenGroup): Difference[] {
  const [old, current] = [photosOf(before), photosOf(now)]
  if (old.length < before.imageCount || current.length < now.imageCount) {
    const more = now.imageCount - before.imageCount
    return [...counted('photosAdded', more), ...counted('photosRemoved', -more)]
  }
  const [oldIds, ids] = [new Set(old.map(({ id }) => id)), new Set(current.map(({ id }) => id))]
  return [
    ...counted('photosAdded', ids.difference(oldIds).size),
    ...counted('photosRemoved', oldIds.difference(ids).size),
  ]
}

function inPhotos(before: SeenGroup, now: SeenGroup): Difference[] {
  const old = new Map(photosOf(before).map((photo) => [photo.id, photo]))
  const both = photosOf(now).flatMap((photo, index) => {
    const was = old.get(photo.id)
    return was ? [{ n: index + 1, photo, was }] : []
  })
  const order = photosOf(before).filter(({ id }) => both.some(({ photo }) => photo.id === id))
  const captions = both.filter(({ photo, was }) => photo.caption !== was.caption)
  return [
    ...counted('photosHidden', both.filter(({ photo, was }) => photo.hidden && !was.hidden).length),
    ...counted('photosShown', both.filter(({ photo, was }) => !photo.hidden && was.hidden).length),
    ...captions.map(({ n, photo, was }) => ({ kind: 'caption', n, before: was.caption, now: photo.caption }) as const),
    ...(order.some(({ id }, index) => both[index]?.photo.id !== id) ? [{ kind: 'order' } as const] : []),
  ]
}

function inTexts(before: SeenGroup, now: SeenGroup): Difference[] {
  const fields = ['title', 'name', 'year', 'description'] as const
  return fields
    .filter((field) => before[field] !== now[field])
    .map((field) => ({ kind: 'text', field, before: String(before[field] ?? ''), now: String(now[field] ?? '') }))
}

function inConsents(before: SeenGroup, now: SeenGroup): Difference[] {
  const [old, current] = [inForce(before), inForce(now)]
  const workshop: Difference[] =
    old.workshop === current.workshop ? [] : [{ kind: 'consent', platform: undefined, given: current.workshop }]
  const names = new Set([...old.platforms.keys(), ...current.platforms.keys()])
  const platforms = [...names].flatMap((platform): Difference[] => {
    const given = current.platforms.get(platform) ?? false
    return given === (old.platforms.get(platform) ?? false) ? [] : [{ kind: 'consent', platform, given }]
  })
  return [...workshop, ...platforms]
}

/** None while it is the same group to look at; `other` when only the server can tell. */
export function differencesOf(before: SeenGroup, now: SeenGroup): readonly Difference[] {
  const found = [
    ...inNumber(before, now),
    ...inTexts(before, now),
    ...inPhotos(before, now),
    ...inConsents(before, now),
  ]
  return found.length === 0 && before.revision !== now.revision ? [{ kind: 'other' }] : found
}
