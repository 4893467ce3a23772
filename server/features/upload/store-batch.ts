import type { Group } from '#server/domain/group.ts'
import { createGroup, type NewGroup } from '#server/groups/create-group.ts'
import { notify } from '#server/groups/notify.ts'
import type { Transaction } from '#server/ports/database.ts'
import type { Deps } from '#server/ports/deps.ts'

/** Adds the group of a batch and notifies the team. */
export async function storeBatch(
  deps: Pick<Deps, 'clock' | 'config' | 'settings'>,
  tx: Transaction,
  batch: Omit<NewGroup, 'workshopConsent'>,
): Promise<Group> {
  const group = await createGroup(deps, tx, { ...batch, workshopConsent: true })
  const { groupId, name, title, year } = group
  const payload = { name, title, year, imageCount: batch.images.length }
  await notify(deps, tx, { kind: 'upload', groupId, payload })
  return group
}
