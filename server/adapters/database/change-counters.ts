import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { inScope } from '#server/adapters/database/stores/in-scope.ts'
import { inChunks } from '#server/adapters/database/stores/queries.ts'
import { type GroupScope, scopeKey } from '#server/domain/group-scope.ts'
import type { ChangePosition, ContentChanges } from '#server/ports/content-changes.ts'
import type { Engine } from './engine.ts'
import type { Tables } from './tables.ts'

const partSize = 500

/** A change as its counter numbers it. */
export interface CountedChange {
  readonly slot: number
  readonly version: number
}

/** Records the changed groups, last in the transaction: its counter is locked only during the commit. */
export async function recordChanges(
  tx: Transaction<Tables>,
  { changeSlot }: Engine,
  groupIds: ReadonlySet<string>,
): Promise<CountedChange> {
  const counted = await tx
    .insertInto('change_counters')
    .values({ slot: changeSlot, version: 1 })
    .onConflict((conflict) => conflict.column('slot').doUpdateSet({ version: sql`change_counters.version + 1` }))
    .returning(['slot', 'version'])
    .executeTakeFirstOrThrow()
  // In a fixed order, so that two transactions with several groups in common cannot deadlock.
  for (const part of inChunks([...groupIds].sort(), partSize)) {
    if (groupIds.size > partSize) await setImmediate()
    await tx
      .insertInto('group_changes')
      .values(part.map((group_id) => ({ group_id, ...counted })))
      .onConflict((conflict) => conflict.column('group_id').doUpdateSet({ ...counted }))
      .execute()
  }
  return counted
}

async function currentPosition(db: Kysely<Tables>): Promise<ChangePosition> {
  const rows = await db.selectFrom('change_counters').selectAll().execute()
  const counters = new Map(rows.map(({ slot, version }) => [slot, version]))
  return { version: rows.reduce((sum, { version }) => sum + version, 0), counters }
}

/** In the slots that moved on; without an upper end, as a group that changes again takes a new number. */
async function changedGroups(db: Kysely<Tables>, known: ChangePosition, { counters }: ChangePosition) {
  const before = (slot: number) => known.counters.get(slot) ?? 0
  const moved = [...counters].filter(([slot, version]) => version > before(slot))
  if (moved.length === 0) return []
  const rows = await db
    .selectFrom('group_changes')
    .select('group_id')
    .where(({ eb, or }) => or(moved.map(([slot]) => eb.and([eb('slot', '=', slot), eb('version', '>', before(slot))]))))
    .execute()
  return rows.map((row) => row.group_id)
}

/** Of the last change of each group. Mixed up: the numbers themselves would tell how much others change. */
async function versionOf(db: Kysely<Tables>, scope: GroupScope): Promise<number> {
  const { groups, changes } = await db
    .selectFrom('groups')
    .leftJoin('group_changes as change', 'change.group_id', 'groups.group_id')
    .$call(inScope(scope, 'groups.exhibition_id'))
    .select(({ fn }) => [fn.countAll().as('groups'), fn.sum('change.version').as('changes')])
    .executeTakeFirstOrThrow()
  return createHash('sha256')
    .update(`${groups} ${changes} ${scopeKey(scope)}`)
    .digest()
    .readUIntBE(0, 6)
}

export const readCounters = (
  db: Kysely<Tables>,
  { contentVersion, snapshot }: Engine,
): Pick<ContentChanges, 'version' | 'versionOf' | 'position' | 'since'> => ({
  version: contentVersion,
  versionOf: async (scope) => (scope === 'all' ? contentVersion() : versionOf(db, scope)),
  position: () => currentPosition(db),
  since: (known) =>
    snapshot(db, async (same) => {
      const position = await currentPosition(same)
      return { position, groupIds: await changedGroups(same, known, position) }
    }),
})
