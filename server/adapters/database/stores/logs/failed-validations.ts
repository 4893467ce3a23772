import { toColumns } from '#server/adapters/database/columns.ts'
import { all, deletedRows, exists, first, run, type StoreContext } from '#server/adapters/database/stores/queries.ts'
import type { Row } from '#server/adapters/database/tables.ts'
import { expiryOf, type FailedValidations } from '#server/domain/failed-validations.ts'
import type { FailedValidationWrites, FormerTokenWrites } from '#server/ports/logs/failed-validations.ts'

const toFailed = (row: Row<'failed_validations'>): FailedValidations => ({
  address: row.address,
  failedAt: JSON.parse(row.failed_at),
  bannedUntil: row.banned_until,
})

export function failedValidationStore({ db }: StoreContext): FailedValidationWrites {
  const rows = () => db.selectFrom('failed_validations').selectAll()
  return {
    find: (address) => first(rows().where('address', '=', address), toFailed),

    bans: (now) =>
      all(rows().where('banned_until', '>', now).orderBy('banned_until', 'desc').orderBy('address'), toFailed),

    async lock(address) {
      const row = await db
        .insertInto('failed_validations')
        .values({ address, failed_at: '[]', banned_until: null, expires_at: '' })
        .onConflict((conflict) => conflict.column('address').doUpdateSet({ address }))
        .returningAll()
        .executeTakeFirstOrThrow()
      return toFailed(row)
    },

    save({ address, ...failed }) {
      const columns = { ...toColumns(failed), expires_at: expiryOf({ address, ...failed }) }
      return run(db.updateTable('failed_validations').set(columns).where('address', '=', address))
    },

    remove: (address) => run(db.deleteFrom('failed_validations').where('address', '=', address)),
    removeExpired: (now) => deletedRows(db.deleteFrom('failed_validations').where('expires_at', '<=', now)),
  }
}

export function formerTokenStore({ db }: StoreContext): FormerTokenWrites {
  return {
    has: (tokenDigest) =>
      exists(db.selectFrom('former_tokens').select('token_digest').where('token_digest', '=', tokenDigest)),

    add: (tokenDigest, endedAt) =>
      run(
        db
          .insertInto('former_tokens')
          .values({ token_digest: tokenDigest, ended_at: endedAt })
          .onConflict((conflict) => conflict.column('token_digest').doUpdateSet({ ended_at: endedAt })),
      ),

    removeBefore: (time) => deletedRows(db.deleteFrom('former_tokens').where('ended_at', '<', time)),
  }
}
