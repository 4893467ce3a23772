import type { Selectable } from 'kysely'
import type { AdminUsersTable } from '#server/adapters/database/account-tables.ts'
import { flag, type StoreContext } from '#server/adapters/database/stores/context.ts'
import { type Account, type User, usernameKey } from '#server/domain/user.ts'
import type { UserReads, UserWrites } from '#server/ports/accounts/user-store.ts'

type UserRow = Selectable<AdminUsersTable>

export const toAccount = (row: Omit<UserRow, 'username_key' | 'created_at'>): Account => ({
  user: toUser(row),
  passwordHash: row.password_hash,
  disabled: row.disabled === 1,
})

const toUser = (row: Pick<UserRow, 'id' | 'username' | 'role' | 'requires_password_change'>): User => ({
  id: row.id,
  username: row.username,
  role: row.role,
  requiresPasswordChange: row.requires_password_change === 1,
})

const anyUser = async (db: StoreContext['db']): Promise<boolean> =>
  (await db.selectFrom('admin_users').select('id').limit(1).executeTakeFirst()) !== undefined

function userReads({ db }: StoreContext): UserReads {
  return {
    any: () => anyUser(db),

    async find(userId) {
      const row = await db.selectFrom('admin_users').selectAll().where('id', '=', userId).executeTakeFirst()
      return row && toAccount(row)
    },

    async findByName(username) {
      const row = await db
        .selectFrom('admin_users')
        .selectAll()
        .where('username_key', '=', usernameKey(username))
        .executeTakeFirst()
      return row && toAccount(row)
    },

    async all() {
      const factors = await db
        .selectFrom('second_factors')
        .select('user_id')
        .distinct()
        .where('confirmed', '=', 1)
        .execute()
      const withFactor = new Set(factors.map((row) => Number(row.user_id)))
      const rows = await db.selectFrom('admin_users').selectAll().orderBy('id').execute()
      return rows.map((row) => ({
        ...toUser(row),
        disabled: row.disabled === 1,
        secondFactor: withFactor.has(Number(row.id)),
        createdAt: row.created_at,
      }))
    },
  }
}

function additions({ db }: StoreContext): Pick<UserWrites, 'claimSetup' | 'add'> {
  return {
    async claimSetup() {
      // The row is there to be locked; whether there is an admin is what counts.
      await db
        .insertInto('service_state')
        .values({ name: 'setup', value: 'true' })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: 'true' }))
        .execute()
      return !(await anyUser(db))
    },

    async add(user) {
      const row = await db
        .insertInto('admin_users')
        .values({
          username: user.username,
          username_key: usernameKey(user.username),
          password_hash: user.passwordHash,
          role: user.role,
          requires_password_change: flag(user.requiresPasswordChange),
          created_at: user.createdAt,
        })
        .onConflict((conflict) => conflict.column('username_key').doNothing())
        .returningAll()
        .executeTakeFirst()
      return row && toUser(row)
    },
  }
}

function changes({ db }: StoreContext): Pick<UserWrites, 'update' | 'remove' | 'changePassword'> {
  return {
    async update(userId, { role, disabled }) {
      await db
        .updateTable('admin_users')
        .set({ role, disabled: flag(disabled) })
        .where('id', '=', userId)
        .execute()
    },

    async remove(userId) {
      for (const table of ['sessions', 'second_factors', 'recovery_codes', 'auth_challenges'] as const) {
        await db.deleteFrom(table).where('user_id', '=', userId).execute()
      }
      await db.deleteFrom('admin_users').where('id', '=', userId).execute()
    },

    async changePassword(userId, { passwordHash, expected, requiresPasswordChange }) {
      const { numUpdatedRows } = await db
        .updateTable('admin_users')
        .set({ password_hash: passwordHash, requires_password_change: flag(requiresPasswordChange) })
        .where('id', '=', userId)
        .$if(expected !== undefined, (query) => query.where('password_hash', '=', expected ?? ''))
        .executeTakeFirstOrThrow()
      return Number(numUpdatedRows) > 0
    },
  }
}

export const userStore = (context: StoreContext): UserWrites => ({
  ...userReads(context),
  ...additions(context),
  ...changes(context),
})
