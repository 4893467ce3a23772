import { setImmediate } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import { cleanupCutoff, daysUntilDeletion } from '#server/domain/cleanup.ts'
import type { ApprovedGroup, NeverApprovedGroup } from '#server/ports/group-store.ts'

const partSize = 500

/** In parts: an embedded database answers without yielding to other requests. */
async function allOf<G>(part: (after: G | undefined) => Promise<G[]>): Promise<G[]> {
  const all: G[] = []
  for (;;) {
    const found = await part(all.at(-1))
    all.push(...found)
    if (found.length < partSize) return all
    await setImmediate()
  }
}

/** Exactly the groups that a run now would delete (D33), oldest first: never-approved ones, then approved ones. */
export async function previewCleanup({
  config,
  database: { groups },
  clock,
}: Pick<Deps, 'config' | 'database' | 'clock'>) {
  const now = clock.now()
  const { uploadedBefore, approvedBefore } = cleanupCutoff(now, config)
  const never = await allOf((after: NeverApprovedGroup | undefined) =>
    groups.neverApproved(uploadedBefore, { limit: partSize, after }),
  )
  const approved =
    approvedBefore === null
      ? []
      : await allOf((after: ApprovedGroup | undefined) =>
          groups.approvedBefore(approvedBefore, { limit: partSize, after }),
        )
  return [...never.map((group) => ({ ...group, firstApprovedAt: null })), ...approved].map((group) => ({
    id: group.groupId,
    groupName: group.name,
    uploadDate: group.uploadDate,
    wasApproved: group.firstApprovedAt !== null,
    daysUntilDeletion: daysUntilDeletion(group, config, now),
    imageCount: group.imageCount,
  }))
}
