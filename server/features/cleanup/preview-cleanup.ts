import { setImmediate } from 'node:timers/promises'
import { type CleanupCutoff, cleanupCutoff, daysUntilDeletion } from '#server/domain/cleanup.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { ApprovedGroup, NeverApprovedGroup } from '#server/ports/group-store.ts'

const partSize = 500

/** In parts: an embedded database answers without yielding to other requests. */
async function* inParts<G>(read: (after: G | undefined) => Promise<G[]>): AsyncGenerator<G[]> {
  let part = await read(undefined)
  for (;;) {
    yield part
    if (part.length < partSize) return
    await setImmediate()
    part = await read(part.at(-1))
  }
}

async function* dueGroups({ groups }: Deps['database'], { uploadedBefore, approvedBefore }: CleanupCutoff) {
  const never = inParts((after: NeverApprovedGroup | undefined) =>
    groups.neverApproved(uploadedBefore, { limit: partSize, after }),
  )
  for await (const part of never) yield part.map((group) => ({ ...group, firstApprovedAt: null }))
  if (approvedBefore === null) return
  yield* inParts((after: ApprovedGroup | undefined) =>
    groups.approvedBefore(approvedBefore, { limit: partSize, after }),
  )
}

/** Exactly the groups that a run now would delete (D33), oldest first: never-approved ones, then approved ones. In parts. */
export async function* previewCleanup({ settings, database, clock }: Pick<Deps, 'settings' | 'database' | 'clock'>) {
  const now = clock.now()
  const { retention } = settings
  for await (const part of dueGroups(database, cleanupCutoff(now, retention))) {
    yield part.map((group) => ({
      id: group.groupId,
      groupName: group.name,
      uploadDate: group.uploadDate,
      wasApproved: group.firstApprovedAt !== null,
      daysUntilDeletion: daysUntilDeletion(group, retention, now),
      imageCount: group.imageCount,
    }))
  }
}
