import type { Database } from '#server/ports/database.ts'

const always = '9999'

/** Sessions never come back, nor logins that wait for their second factor (D49). */
export const endSessions = (database: Database): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.sessions.removeAll()
    await tx.secondFactors.removeChallengesBefore(always)
  })
