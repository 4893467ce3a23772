import { randomUUID } from 'node:crypto'
import { flag } from '#server/adapters/database/columns.ts'
import type { WithdrawalsTable } from '#server/adapters/database/tables.ts'
import type { Withdrawal, WithdrawalKind, WithdrawalWrites } from '#server/ports/withdrawals/withdrawals.ts'
import { all, count, inChunks, type StoreContext } from './queries.ts'

const toRow = (entry: Withdrawal, written: boolean) => ({
  withdrawal_id: entry.id,
  created_at: entry.at,
  kind: entry.kind,
  group_id: entry.groupId ?? null,
  image_id: entry.imageId ?? null,
  platform_id: entry.platformId ?? null,
  user_id: entry.userId ?? null,
  exhibition_id: entry.exhibitionId ?? null,
  written: flag(written),
})

const fromRow = (row: Pick<WithdrawalsTable, keyof ReturnType<typeof toRow>>): Withdrawal => ({
  id: row.withdrawal_id,
  at: row.created_at,
  kind: row.kind as WithdrawalKind,
  ...(row.group_id !== null && { groupId: row.group_id }),
  ...(row.image_id !== null && { imageId: row.image_id }),
  ...(row.platform_id !== null && { platformId: row.platform_id }),
  ...(row.user_id !== null && { userId: row.user_id }),
  ...(row.exhibition_id !== null && { exhibitionId: row.exhibition_id }),
})

export function withdrawalStore({ db, engine, withdrew }: StoreContext): WithdrawalWrites {
  const rows = db.selectFrom('withdrawals').selectAll().orderBy('id')
  const mark = async (ids: readonly string[], written: boolean) => {
    for (const part of inChunks(ids)) {
      const these = db.updateTable('withdrawals').where('withdrawal_id', 'in', part)
      await these.set({ written: flag(written) }).execute()
    }
  }
  return {
    all: () => all(rows, fromRow),
    pending: (limit) => all(rows.where('written', '=', 0).limit(limit), fromRow),
    pendingCount: () => count(db.selectFrom('withdrawals').where('written', '=', 0)),

    async add(withdrawal) {
      // By the shared clock: replaying sorts by these times, and replicas share the ledger.
      const at = { created_at: engine.timeAfter(0) }
      const row = { ...toRow({ ...withdrawal, id: randomUUID(), at: '' }, false), ...at }
      await db.insertInto('withdrawals').values(row).execute()
      withdrew(withdrawal.kind)
    },

    async adopt(entries) {
      for (const part of inChunks(entries, 100)) {
        await db
          .insertInto('withdrawals')
          .values(part.map((entry) => toRow(entry, true)))
          .onConflict((conflict) => conflict.column('withdrawal_id').doNothing())
          .execute()
      }
    },

    markWritten: (ids) => mark(ids, true),
    markPending: (ids) => mark(ids, false),
  }
}
