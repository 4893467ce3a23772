import { toColumns } from '#server/adapters/database/columns.ts'
import { all, exists, first, run, type StoreContext, updatedRows } from '#server/adapters/database/stores/queries.ts'
import { serviceStateStore } from '#server/adapters/database/stores/service-state.ts'
import type { Row } from '#server/adapters/database/tables.ts'
import { type Account, type User, usernameKey } from '#server/domain/accounts/user.ts'
import type { UserReads, UserWrites } from '#server/ports/accounts/user-store.ts'

type UserRow = Row<'admin_users'>

export const toAccount = (row: Omit<UserRow, 'username_key' | 'created_at'>): Account => ({
  user: toUser(row),
  passwordHash: row.password_hash,
  disabled: row.disabled === 1,
})

const toUser = (
  row: Pick<UserRow, 'id' | 'username' | 'role' | 'requires_password_change' | 'exhibition_ids'>,
): User => ({
  id: row.id,
  username: row.username,
  role: row.role,
  requiresPasswordChange: row.requires_password_change === 1,
  exhibitionIds: row.exhibition_ids === null ? null : JSON.parse(row.exhibition_ids),
})

function userReads({ db }: StoreContext): UserReads {
  const users = () => db.selectFrom('admin_users').selectAll()
  return {
    any: () => exists(users().limit(1)),
    find: (userId) => first(users().where('id', '=', userId), toAccount),
    findByName: (username) => first(users().where('username_key', '=', usernameKey(username)), toAccount),

    async all() {
      const factors = db.selectFrom('second_factors').select('user_id').distinct().where('confirmed', '=', 1)
      const withFactor = new Set(await all(factors, (row) => row.user_id))
      return all(users().orderBy('id'), (row) => ({
        ...toUser(row),
        disabled: row.disabled === 1,
        secondFactor: withFactor.has(row.id),
        createdAt: row.created_at,
      }))
    },
  }
}

export function userStore(context: StoreContext): UserWrites {
  const { db } = context
  const reads = userReads(context)
  const change = (userId: number) => db.updateTable('admin_users').where('id', '=', userId)
  return {
    ...reads,

    async claimSetup() {
      // The row is there to be locked; whether there is an admin is what counts.
      await serviceStateStore(context).set('setup', 'true')
      return !(await reads.any())
    },

    async add(user) {
      const row = { ...toColumns(user), username_key: usernameKey(user.username) }
      const insert = db.insertInto('admin_users').values(row).returningAll()
      return first(
        insert.onConflict((conflict) => conflict.column('username_key').doNothing()),
        toUser,
      )
    },

    update: (userId, { role, disabled, exhibitionIds }) =>
      run(change(userId).set(toColumns({ role, disabled, exhibitionIds }))),

    // Its sessions and factors go with it, as their tables say.
    remove: (userId) => run(db.deleteFrom('admin_users').where('id', '=', userId)),

    async changePassword(userId, { expected, ...fields }) {
      const user = change(userId).set(toColumns(fields))
      const known = expected === undefined ? user : user.where('password_hash', '=', expected)
      return (await updatedRows(known)) > 0
    },
  }
}
