import { randomUUID } from 'node:crypto'
import { flag, toColumns } from '#server/adapters/database/columns.ts'
import type { Row } from '#server/adapters/database/tables.ts'
import { camelCased } from '#server/domain/text/snake-case.ts'
import type { Withdrawal, WithdrawalKind, WithdrawalWrites } from '#server/ports/withdrawals/withdrawals.ts'
import { all, count, inChunks, type StoreContext } from './queries.ts'

const toRow = ({ id, at, ...entry }: Withdrawal, written: boolean) => ({
  withdrawal_id: id,
  created_at: at,
  ...toColumns(entry),
  written: flag(written),
})

function fromRow({
  id: _,
  withdrawal_id: id,
  created_at: at,
  written: __,
  kind,
  ...about
}: Row<'withdrawals'>): Withdrawal {
  const ids = Object.entries(camelCased(about)).filter(([, value]) => value !== null)
  return { id, at, kind: kind as WithdrawalKind, ...Object.fromEntries(ids) }
}

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
