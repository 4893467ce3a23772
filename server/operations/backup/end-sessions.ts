import { endSubmissions } from '#server/groups/end-submissions.ts'
import type { Database } from '#server/ports/database.ts'

const always = '9999'

/**
 * What was under way never comes back: sessions, logins that wait for their second factor (D49), and submissions, whose files
 * are in no backup.
 */
export async function endSessions(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.sessions.removeAll()
    await tx.secondFactors.removeChallengesBefore(always)
  })
  await endSubmissions({ database }, always)
}
