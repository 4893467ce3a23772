import { isEndedAt } from '#server/domain/exhibition.ts'
import type { Group } from '#server/domain/group.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import { hideRequested, replaceServedNames } from './hide-image.ts'

/** Groups in one transaction: others do not wait long for it. */
const chunk = 50

/**
 * Takes groups of an exhibition that has ended out of public view, or brings those of one that goes on back, under new
 * names: up to `chunk` groups. Approval, hidden photos and removal requests stay as they are (D82, D85). Returns whether
 * there may be more; a crash in between leaves them to the next call.
 */
export const markEnded = ({ database, clock }: Pick<Deps, 'database' | 'clock'>, id: number): Promise<boolean> =>
  database.transaction(async (tx) => {
    const exhibition = await tx.exhibitions.lock(id)
    if (exhibition === undefined) return false
    const isExhibitionEnded = isEndedAt(exhibition, clock.now())
    if (isExhibitionEnded !== (exhibition.groupCountAtEnd !== null)) {
      await tx.exhibitions.setGroupCountAtEnd(id, isExhibitionEnded ? await tx.exhibitions.groupCount(id) : null)
    }
    const groupIds = await tx.exhibitions.groupIds(id, { isExhibitionEnded: !isExhibitionEnded, limit: chunk })
    for (const groupId of groupIds) {
      const group = await tx.groups.lock(groupId)
      // It was moved or deleted meanwhile.
      if (group?.exhibitionId === id) await placeGroup(tx, group, { exhibitionId: id, isExhibitionEnded })
    }
    return groupIds.length === chunk
  })

/** Where a locked group is from now on; the old addresses of its photos lead nowhere where an end is, or was, involved. */
export async function placeGroup(
  tx: Transaction,
  { groupId, isExhibitionEnded: wasEnded }: Pick<Group, 'groupId' | 'isExhibitionEnded'>,
  place: Pick<Group, 'exhibitionId' | 'isExhibitionEnded'>,
): Promise<void> {
  const { exhibitionId, isExhibitionEnded } = place
  await tx.groups.update(groupId, place)
  if (wasEnded || isExhibitionEnded) await replaceServedNames(tx, groupId, await tx.images.ofGroup(groupId))
  const kind = isExhibitionEnded ? 'exhibition_ended' : wasEnded ? 'exhibition_resumed' : 'group_moved'
  await tx.withdrawals.add({ kind, groupId, exhibitionId })
  if (!isExhibitionEnded) await hideRequested(tx, groupId)
}
