import type { Selectable } from 'kysely'
import type { FailedValidationsTable } from '#server/adapters/database/limit-tables.ts'
import type { StoreContext } from '#server/adapters/database/stores/context.ts'
import { expiryOf, type FailedValidations } from '#server/domain/failed-validations.ts'
import type { FailedValidationReads, FailedValidationWrites } from '#server/ports/logs/failed-validations.ts'

const toFailed = (row: Selectable<FailedValidationsTable>): FailedValidations => ({
  address: row.address,
  failedAt: JSON.parse(row.failed_at),
  bannedUntil: row.banned_until,
})

function failedValidationReads({ db }: StoreContext): FailedValidationReads {
  return {
    async find(address) {
      const row = await db
        .selectFrom('failed_validations')
        .selectAll()
        .where('address', '=', address)
        .executeTakeFirst()
      return row && toFailed(row)
    },

    async bans(now) {
      const rows = await db
        .selectFrom('failed_validations')
        .selectAll()
        .where('banned_until', '>', now)
        .orderBy('banned_until', 'desc')
        .orderBy('address')
        .execute()
      return rows.map(toFailed)
    },
  }
}

function failedValidationChanges({ db }: StoreContext): Omit<FailedValidationWrites, keyof FailedValidationReads> {
  return {
    async lock(address) {
      const row = await db
        .insertInto('failed_validations')
        .values({ address, failed_at: '[]', banned_until: null, expires_at: '' })
        .onConflict((conflict) => conflict.column('address').doUpdateSet({ address }))
        .returningAll()
        .executeTakeFirstOrThrow()
      return toFailed(row)
    },

    async save(failed) {
      await db
        .updateTable('failed_validations')
        .set({
          failed_at: JSON.stringify(failed.failedAt),
          banned_until: failed.bannedUntil,
          expires_at: expiryOf(failed),
        })
        .where('address', '=', failed.address)
        .execute()
    },

    async remove(address) {
      await db.deleteFrom('failed_validations').where('address', '=', address).execute()
    },

    async removeExpired(now) {
      const result = await db.deleteFrom('failed_validations').where('expires_at', '<=', now).executeTakeFirst()
      return Number(result.numDeletedRows)
    },
  }
}

export const failedValidationStore = (context: StoreContext): FailedValidationWrites => ({
  ...failedValidationReads(context),
  ...failedValidationChanges(context),
})
