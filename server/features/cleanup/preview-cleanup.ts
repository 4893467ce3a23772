import type { Deps } from '#server/deps.ts'
import { cleanupCutoff, daysUntilDeletion } from '#server/domain/cleanup.ts'

/** Exactly the groups that a run now would delete (D33), oldest first. */
export async function previewCleanup({ config, database, clock }: Pick<Deps, 'config' | 'database' | 'clock'>) {
  const { retentionDays } = config
  const now = clock.now()
  const groups = await database.groups.neverApproved(cleanupCutoff(now, retentionDays))
  return groups.map(({ groupId, name, uploadDate, imageCount }) => ({
    id: groupId,
    groupName: name,
    uploadDate,
    daysUntilDeletion: daysUntilDeletion(uploadDate, { now, retentionDays }),
    imageCount,
  }))
}
