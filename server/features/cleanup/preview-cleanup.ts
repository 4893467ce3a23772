import { setImmediate } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import { cleanupCutoff, daysUntilDeletion } from '#server/domain/cleanup.ts'
import type { GroupReads, NeverApprovedGroup } from '#server/ports/group-store.ts'

const partSize = 500

/** In parts: an embedded database answers without yielding to other requests. */
async function allNeverApproved(groups: Pick<GroupReads, 'neverApproved'>, cutoff: string) {
  const all: NeverApprovedGroup[] = []
  for (;;) {
    const part = await groups.neverApproved(cutoff, { limit: partSize, after: all.at(-1) })
    all.push(...part)
    if (part.length < partSize) return all
    await setImmediate()
  }
}

/** Exactly the groups that a run now would delete (D33), oldest first. */
export async function previewCleanup({ config, database, clock }: Pick<Deps, 'config' | 'database' | 'clock'>) {
  const { retentionDays } = config
  const now = clock.now()
  const groups = await allNeverApproved(database.groups, cleanupCutoff(now, retentionDays))
  return groups.map(({ groupId, name, uploadDate, imageCount }) => ({
    id: groupId,
    groupName: name,
    uploadDate,
    daysUntilDeletion: daysUntilDeletion(uploadDate, { now, retentionDays }),
    imageCount,
  }))
}
