import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { openPlace } from '#server/operations/open-place.ts'
import type { Place } from '#server/operations/transfer.ts'
import type { DeletionLogEntry } from '#server/ports/deletion-log.ts'

export interface Deletions {
  readonly reappliedDeletions: readonly string[]
  readonly restoredGroups: readonly string[]
}

/**
 * Deletes from a restored installation what owners have deleted from the present one since the backup was made, and
 * keeps it in the log. Nothing where the present one is gone or cannot be read.
 */
export async function deleteAgain(present: Config, restored: Place): Promise<Deletions> {
  const reappliedDeletions: string[] = []
  const restoredGroups: string[] = []
  for (const entry of await deletionsOf(present)) {
    const { groupId, reason } = entry
    if ((await restored.database.groups.find(groupId)) === undefined) continue
    if (reason === 'user_deletion') await remove(restored, entry)
    ;(reason === 'user_deletion' ? reappliedDeletions : restoredGroups).push(groupId)
  }
  return { reappliedDeletions, restoredGroups }
}

async function deletionsOf(present: Config): Promise<DeletionLogEntry[]> {
  if (!existsSync(join(present.dataDir, 'werkschau.db'))) return []
  try {
    await using place = await openPlace(present)
    return (await place.database.deletionLog.latest()).toReversed()
  } catch {
    // Damaged, perhaps: that is what backups are for.
    return []
  }
}

async function remove({ database, files }: Place, entry: DeletionLogEntry): Promise<void> {
  const images = await database.transaction(async (tx) => {
    const found = await tx.images.ofGroup(entry.groupId)
    await tx.groups.remove(entry.groupId)
    await tx.deletionLog.add(entry)
    return found
  })
  for (const { storedName, storedPreviewName } of images) {
    await files.remove('original', storedName)
    await files.remove('preview', storedPreviewName)
  }
}
