import type { GroupReads } from '#server/ports/group-store.ts'
import { afterPlace, type TimePlace } from './after-place.ts'
import type { StoreContext } from './context.ts'

interface Part {
  readonly limit: number
  readonly after: TimePlace | undefined
}

type Column = 'upload_date' | 'first_approved_at'

function olderGroups(
  db: StoreContext['db'],
  column: Column,
  { before, part }: { before: string; part: Part | undefined },
) {
  const all = db
    .selectFrom('groups')
    .select(['group_id as groupId', 'name', 'title', 'year', 'upload_date as uploadDate'])
    .select(({ selectFrom }) =>
      selectFrom('images')
        .whereRef('images.group_id', '=', 'groups.group_id')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .as('imageCount'),
    )
    .where(column, '<', before)
    .orderBy(column)
    .orderBy('group_id')
  if (part === undefined) return all
  const page = all.limit(part.limit)
  return part.after === undefined ? page : page.where(afterPlace(column, part.after))
}

/** Groups by the age of their upload or first approval; ids by their bytes. */
export function groupsToCleanUp({
  db,
}: StoreContext): Pick<GroupReads, 'neverApproved' | 'approvedBefore' | 'countDue'> {
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
      const older = olderGroups(db, 'upload_date', {
        before: uploadedBefore,
        part: part && { limit: part.limit, after },
      })
      const rows = await older.where('first_approved_at', 'is', null).execute()
      return rows.map((row) => ({ ...row, imageCount: Number(row.imageCount) }))
    },

    async approvedBefore(time, part) {
      const after = part?.after && { time: part.after.firstApprovedAt, groupId: part.after.groupId }
      const older = olderGroups(db, 'first_approved_at', { before: time, part: part && { limit: part.limit, after } })
      const rows = await older.select('first_approved_at as firstApprovedAt').execute()
      return rows.map((row) => ({
        ...row,
        imageCount: Number(row.imageCount),
        firstApprovedAt: row.firstApprovedAt ?? '',
      }))
    },
  }
}
