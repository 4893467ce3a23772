import type { Deps } from '#server/deps.ts'
import { cleanupCutoff, daysUntilDeletion } from '#server/domain/cleanup.ts'

/** Exactly the groups that a run now would delete (D33), oldest first. */
export async function previewCleanup({ config, storage, clock }: Pick<Deps, 'config' | 'storage' | 'clock'>) {
  const { retentionDays } = config
  const now = clock.now()
  const groups = await storage.groups.neverApproved(cleanupCutoff(now, retentionDays))
  return groups.map(({ groupId, name, uploadDate, imageCount }) => ({
    id: groupId,
    groupName: name,
    uploadDate,
    daysUntilDeletion: daysUntilDeletion(uploadDate, { now, retentionDays }),
    imageCount,
  }))
}
