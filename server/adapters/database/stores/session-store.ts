import type { SessionWrites } from '#server/ports/session-store.ts'
import type { StoreContext } from './context.ts'
import { toAccount } from './user-store.ts'

export function sessionStore({ db }: StoreContext): SessionWrites {
  return {
    async find(idDigest) {
      const row = await db
        .selectFrom('sessions')
        .innerJoin('admin_users', 'admin_users.id', 'sessions.user_id')
        .select(['sessions.data', 'sessions.expires_at', 'admin_users.id', 'admin_users.username'])
        .select(['admin_users.password_hash', 'admin_users.role', 'admin_users.requires_password_change'])
        .where('sessions.sid_digest', '=', idDigest)
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { credential } = JSON.parse(row.data) as { credential: string }
      return { idDigest, userId: row.id, credential, expiresAt: row.expires_at, account: toAccount(row) }
    },

    async add({ idDigest, userId, credential, expiresAt }) {
      await db
        .insertInto('sessions')
        .values({
          sid_digest: idDigest,
          user_id: userId,
          data: JSON.stringify({ credential }),
          expires_at: expiresAt,
        })
        .execute()
    },

    async extend(idDigest, expiresAt) {
      await db
        .updateTable('sessions')
        .set({ expires_at: expiresAt })
        .where('sid_digest', '=', idDigest)
        .where('expires_at', '<', expiresAt)
        .execute()
    },

    async remove(idDigest) {
      await db.deleteFrom('sessions').where('sid_digest', '=', idDigest).execute()
    },

    async removeOfUser(userId) {
      await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
    },

    async removeExpired(now) {
      await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
    },
  }
}
