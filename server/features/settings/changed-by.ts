import type { Admin, Operator } from '#server/domain/caller.ts'

/** As the history names who made a change. */
export const changedBy = (by: Admin | Operator): string => ('username' in by ? by.username : 'npm run admin')
