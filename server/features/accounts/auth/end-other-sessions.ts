import type { SessionUser } from '#server/domain/caller.ts'
import type { Deps } from '#server/ports/deps.ts'

/** Ends the sessions of the user but `keepSession`, for a device that is lost or was left logged in. */
export const endOtherSessions = (
  { database }: Pick<Deps, 'database'>,
  { user, keepSession }: { user: SessionUser; keepSession: string },
): Promise<void> => database.transaction((tx) => tx.sessions.removeOfUser(user.id, keepSession))
