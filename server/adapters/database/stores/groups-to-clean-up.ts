import type { GroupReads } from '#server/ports/group-store.ts'
import { afterPlace, type TimePlace } from './after-place.ts'
import type { StoreContext } from './context.ts'

interface Part {
  readonly limit: number
  readonly after: TimePlace | undefined
}

/** Groups by the age of their upload or first approval; ids by their bytes. */
export function groupsToCleanUp({
  db,
}: StoreContext): Pick<GroupReads, 'neverApproved' | 'approvedBefore' | 'countDue'> {
  const found = (column: 'upload_date' | 'first_approved_at', before: string, part: Part | undefined) =>
    db
      .selectFrom('groups')
      .select(['group_id as groupId', 'name', 'title', 'year', 'upload_date as uploadDate'])
      .select(({ selectFrom }) =>
        selectFrom('images')
          .whereRef('images.group_id', '=', 'groups.group_id')
          .select(({ fn }) => fn.countAll<number | string>().as('count'))
          .as('imageCount'),
      )
      .where(column, '<', before)
      .$if(part?.after !== undefined, (query) => query.where(afterPlace(column, part?.after as TimePlace)))
      .orderBy(column)
      .orderBy('group_id')
      .$if(part !== undefined, (query) => query.limit(part?.limit ?? 0))

  return {
    async countDue({ uploadedBefore, approvedBefore }) {
      const count = db.selectFrom('groups').select(({ fn }) => fn.countAll().as('count'))
      const never = count.where('first_approved_at', 'is', null).where('upload_date', '<', uploadedBefore)
      const approved = count.where('first_approved_at', '<', approvedBefore ?? '')
      return {
        neverApproved: Number((await never.executeTakeFirstOrThrow()).count),
        approved: approvedBefore === null ? 0 : Number((await approved.executeTakeFirstOrThrow()).count),
      }
    },

    async neverApproved(uploadedBefore, part) {
      const after = part?.after && { time: part.after.uploadDate, groupId: part.after.groupId }
      const rows = await found('upload_date', uploadedBefore, part && { limit: part.limit, after })
        .where('first_approved_at', 'is', null)
        .execute()
      return rows.map((row) => ({ ...row, imageCount: Number(row.imageCount) }))
    },

    async approvedBefore(time, part) {
      const after = part?.after && { time: part.after.firstApprovedAt, groupId: part.after.groupId }
      const rows = await found('first_approved_at', time, part && { limit: part.limit, after })
        .select('first_approved_at as firstApprovedAt')
        .execute()
      return rows.map((row) => ({
        ...row,
        imageCount: Number(row.imageCount),
        firstApprovedAt: row.firstApprovedAt ?? '',
      }))
    },
  }
}
