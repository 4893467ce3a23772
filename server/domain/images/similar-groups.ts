import { areSimilar, bitsOf, type HashBits, isPictureHash } from './image-analysis.ts'

/** Of more images only the newest are compared: people photograph the same thing on the same day. */
export const maxComparedImages = 5_000
/** More are not counted. */
const maxSimilarGroups = 50

export interface HashedImage {
  readonly groupId: string
  readonly perceptualHash: string
}

export type SimilarGroups = ReturnType<typeof createSimilarGroups>

interface Compared {
  /** Of its images, to notice that nothing has changed. */
  readonly key: string
  readonly images: readonly HashBits[]
}

const anySimilar = (one: Compared, other: Compared): boolean =>
  one.images.some((image) => other.images.some((each) => areSimilar(image, each)))

const picturesOf = (images: readonly HashedImage[]): string[] =>
  images
    .map(({ perceptualHash }) => perceptualHash)
    .filter(isPictureHash)
    .sort()

function similarTo(groupId: string, groups: ReadonlyMap<string, Compared>): Set<string> {
  const others = new Set<string>()
  const group = groups.get(groupId)
  if (group === undefined) return others
  for (const [otherId, other] of groups) {
    if (others.size === maxSimilarGroups) break
    if (otherId !== groupId && anySimilar(group, other)) others.add(otherId)
  }
  return others
}

/** Finds groups with near duplicates in memory. A group is compared when it is first shown, and again only after a change. */
export function createSimilarGroups(maxImages = maxComparedImages) {
  /** Oldest first. */
  const groups = new Map<string, Compared>()
  const found = new Map<string, Set<string>>()
  let imageCount = 0

  function remove(groupId: string): void {
    imageCount -= groups.get(groupId)?.images.length ?? 0
    groups.delete(groupId)
    found.delete(groupId)
    for (const others of found.values()) others.delete(groupId)
  }

  function add(groupId: string, group: Compared): void {
    for (const [otherId, others] of found) {
      const other = groups.get(otherId)
      if (other && others.size < maxSimilarGroups && anySimilar(group, other)) others.add(groupId)
    }
    groups.set(groupId, group)
    imageCount += group.images.length
  }

  function find(groupId: string): Set<string> {
    const others = similarTo(groupId, groups)
    if (groups.has(groupId)) found.set(groupId, others)
    return others
  }

  return {
    /** The images of a group as they are now; none when it is deleted. */
    set(groupId: string, images: readonly HashedImage[]): void {
      const pictures = picturesOf(images)
      const key = pictures.join()
      if ((groups.get(groupId)?.key ?? '') === key) return
      remove(groupId)
      if (pictures.length > 0) add(groupId, { key, images: pictures.map(bitsOf) })
      for (const oldest of groups.keys()) {
        if (imageCount <= maxImages) break
        remove(oldest)
      }
    },
    /** The other groups with an image that looks like one of this group, `maxSimilarGroups` at most. */
    othersOf: (groupId: string): readonly string[] => [...(found.get(groupId) ?? find(groupId))],
  }
}
