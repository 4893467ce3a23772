import { toColumns } from '#server/adapters/database/columns.ts'
import { run, type StoreContext } from '#server/adapters/database/stores/queries.ts'
import type { SessionWrites } from '#server/ports/accounts/session-store.ts'
import { toAccount } from './user-store.ts'

export function sessionStore({ db }: StoreContext): SessionWrites {
  const change = (idDigest: string) => db.updateTable('sessions').where('sid_digest', '=', idDigest)
  const removal = () => db.deleteFrom('sessions')
  return {
    async find(idDigest) {
      const row = await db
        .selectFrom('sessions')
        .innerJoin('admin_users', 'admin_users.id', 'sessions.user_id')
        .selectAll('admin_users')
        .select(['sessions.credential', 'sessions.started_at', 'sessions.confirmed_at', 'sessions.expires_at'])
        .where('sessions.sid_digest', '=', idDigest)
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { id: userId, credential, started_at: startedAt, confirmed_at: confirmedAt, expires_at: expiresAt } = row
      return { idDigest, userId, credential, startedAt, confirmedAt, expiresAt, account: toAccount(row) }
    },

    add: ({ idDigest, ...session }) =>
      run(db.insertInto('sessions').values({ sid_digest: idDigest, ...toColumns(session) })),

    extend: (idDigest, expiresAt) =>
      run(change(idDigest).where('expires_at', '<', expiresAt).set({ expires_at: expiresAt })),

    confirm: (idDigest, confirmedAt) => run(change(idDigest).set({ confirmed_at: confirmedAt })),
    remove: (idDigest) => run(removal().where('sid_digest', '=', idDigest)),

    removeOfUser: (userId, except = '') =>
      run(removal().where('user_id', '=', userId).where('sid_digest', '<>', except)),

    removeExpired: (now) => run(removal().where('expires_at', '<=', now)),
    removeAll: () => run(removal()),
    removeStartedBefore: (time) => run(removal().where('started_at', '<', time)),
  }
}
