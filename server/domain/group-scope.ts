import type { User } from './accounts/user.ts'
import { exhibitionNotFound } from './exhibition.ts'

/**
 * Whose groups: those of all exhibitions, or of some (D83, D84). Every read of many groups asks for one, so that none
 * forgets it.
 */
export type GroupScope = 'all' | { readonly exhibitionIds: readonly number[] }

/** What the account sees; without one, nothing. */
export const scopeOf = (user: Pick<User, 'exhibitionIds'> | undefined): GroupScope => {
  const exhibitionIds = user === undefined ? [] : user.exhibitionIds
  return exhibitionIds === null ? 'all' : { exhibitionIds }
}

export const isInScope = (scope: GroupScope, exhibitionId: number | undefined): boolean =>
  scope === 'all' || (exhibitionId !== undefined && scope.exhibitionIds.includes(exhibitionId))

/** One exhibition of those that the scope has. AppError EXHIBITION_NOT_FOUND for another one: it does not exist (D84). */
export function narrowedTo(scope: GroupScope, exhibitionId: number | undefined): GroupScope {
  if (exhibitionId === undefined || !isInScope(scope, exhibitionId)) throw exhibitionNotFound()
  return { exhibitionIds: [exhibitionId] }
}

/** Names a scope, for what is kept by it; empty for all. */
export const scopeKey = (scope: GroupScope): string =>
  scope === 'all' ? '' : `exhibitions ${scope.exhibitionIds.toSorted((a, b) => a - b).join(',')}`
