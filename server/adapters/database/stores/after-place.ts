import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '#server/adapters/database/tables.ts'

/** The last group of a page in the order of a time and the id. */
export interface TimePlace {
  readonly time: string
  readonly groupId: string
}

/** The groups after a place, oldest first. The first condition finds the place in the index. */
export const afterPlace =
  (column: 'upload_date' | 'first_approved_at', { time, groupId }: TimePlace) =>
  (eb: ExpressionBuilder<Tables, 'groups'>) =>
    eb.and([eb(column, '>=', time), eb.or([eb(column, '>', time), eb('group_id', '>', groupId)])])
