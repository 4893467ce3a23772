import type { StoreContext } from '#server/adapters/database/stores/context.ts'
import type { SessionReads, SessionWrites } from '#server/ports/accounts/session-store.ts'
import { toAccount } from './user-store.ts'

function sessionReads({ db }: StoreContext): SessionReads {
  return {
    async find(idDigest) {
      const row = await db
        .selectFrom('sessions')
        .innerJoin('admin_users', 'admin_users.id', 'sessions.user_id')
        .select(['sessions.credential', 'sessions.started_at', 'sessions.confirmed_at', 'sessions.expires_at'])
        .select(['admin_users.id', 'admin_users.username', 'admin_users.password_hash', 'admin_users.role'])
        .select(['admin_users.requires_password_change', 'admin_users.disabled'])
        .where('sessions.sid_digest', '=', idDigest)
        .executeTakeFirst()
      if (row === undefined) return undefined
      return {
        idDigest,
        userId: row.id,
        credential: row.credential,
        startedAt: row.started_at,
        confirmedAt: row.confirmed_at,
        expiresAt: row.expires_at,
        account: toAccount(row),
      }
    },
  }
}

function sessionChanges({ db }: StoreContext): Omit<SessionWrites, keyof SessionReads> {
  return {
    async add(session) {
      const row = {
        sid_digest: session.idDigest,
        user_id: session.userId,
        credential: session.credential,
        started_at: session.startedAt,
        confirmed_at: session.confirmedAt,
        expires_at: session.expiresAt,
      }
      await db.insertInto('sessions').values(row).execute()
    },

    async extend(idDigest, expiresAt) {
      const earlier = db.updateTable('sessions').where('sid_digest', '=', idDigest).where('expires_at', '<', expiresAt)
      await earlier.set({ expires_at: expiresAt }).execute()
    },

    async confirm(idDigest, confirmedAt) {
      await db.updateTable('sessions').set({ confirmed_at: confirmedAt }).where('sid_digest', '=', idDigest).execute()
    },

    async remove(idDigest) {
      await db.deleteFrom('sessions').where('sid_digest', '=', idDigest).execute()
    },

    async removeOfUser(userId, except = '') {
      await db.deleteFrom('sessions').where('user_id', '=', userId).where('sid_digest', '<>', except).execute()
    },

    async removeExpired(now) {
      await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
    },

    async removeAll() {
      await db.deleteFrom('sessions').execute()
    },

    async removeStartedBefore(time) {
      await db.deleteFrom('sessions').where('started_at', '<', time).execute()
    },
  }
}

export const sessionStore = (context: StoreContext): SessionWrites => ({
  ...sessionReads(context),
  ...sessionChanges(context),
})
