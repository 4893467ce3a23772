import type { Admin, Operator } from '#server/domain/caller.ts'

/** Who made a change, as the history shows it. */
export const changedBy = (by: Admin | Operator): string => ('username' in by ? by.username : 'npm run admin')
