import { type EditableGroup, isModerated } from '#server/domain/caller.ts'

/** How a consent was given or changed, and by which admin. */
interface ConsentOrigin {
  readonly source: 'upload' | 'management' | 'admin' | 'migration'
  readonly username: string | null
}

const byOwner = 'management_link'
const adminPrefix = 'admin:'

/** As the history keeps it: `upload`, `management_link` or `admin:<user name>`. */
export const changedByUpload = 'upload'
/** A restore withdrew it again: the ledger of withdrawals does not record who did it. */
export const changedByRestore = 'restore'

export const changedBy = (target: EditableGroup): string =>
  isModerated(target) ? `${adminPrefix}${target.moderator.username}` : byOwner

/** Any other text came with a migration or a restore. */
export function consentOrigin(changedBy: string): ConsentOrigin {
  if (changedBy.startsWith(adminPrefix)) return { source: 'admin', username: changedBy.slice(adminPrefix.length) }
  if (changedBy === byOwner) return { source: 'management', username: null }
  return { source: changedBy === changedByUpload ? 'upload' : 'migration', username: null }
}
