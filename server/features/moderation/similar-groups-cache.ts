import { setImmediate } from 'node:timers/promises'
import { chunksOf } from '#server/concurrency/chunks-of.ts'
import { singleFlight } from '#server/concurrency/single-flight.ts'
import { createSimilarGroups, maxComparedImages, type SimilarGroups } from '#server/domain/images/similar-groups.ts'
import type { ChangePosition } from '#server/ports/content-changes.ts'
import type { Deps } from '#server/ports/deps.ts'

/** Groups that are read without yielding to other requests. */
const partSize = 200

interface Copy {
  readonly groups: SimilarGroups
  readonly position: ChangePosition
}

/** Returns the groups with near duplicates, at most a moment old. */
export type ReadSimilarGroups = () => Promise<SimilarGroups>

/** Reads the newest images at the first call, then those of the groups that have changed since. */
export function createSimilarGroupsCache({
  database: { changes, moderation },
}: Pick<Deps, 'database'>): ReadSimilarGroups {
  let copy: Copy | undefined

  async function load(): Promise<Copy> {
    const position = await changes.position()
    const groups = createSimilarGroups()
    const images = await moderation.newestHashes(maxComparedImages)
    const hashesOf = Map.groupBy(images.toReversed(), ({ groupId }) => groupId)
    for (const [groupId, hashes] of hashesOf) groups.set(groupId, hashes)
    return { groups, position }
  }

  async function update({ groups, position: last }: Copy): Promise<Copy> {
    const { position, groupIds } = await changes.since(last)
    for (const part of chunksOf(groupIds, partSize)) {
      const hashesOf = Map.groupBy(await moderation.hashesOf(part), ({ groupId }) => groupId)
      for (const groupId of part) groups.set(groupId, hashesOf.get(groupId) ?? [])
      await setImmediate()
    }
    return { groups, position }
  }

  return singleFlight(async () => {
    copy = copy === undefined ? await load() : await update(copy)
    return copy.groups
  })
}
