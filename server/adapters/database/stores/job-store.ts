import type { JobStore } from '#server/ports/job-store.ts'
import type { StoreContext } from './context.ts'

type Leases = Pick<JobStore, 'acquireLease' | 'releaseLease' | 'releaseAllLeases'>

async function ensureRow({ db }: StoreContext, name: string): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ name, last_run_at: null, last_served_at: null, lease_owner: null, lease_until: null })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

function jobRuns(context: StoreContext): Omit<JobStore, keyof Leases> {
  const { db } = context
  return {
    async lastRun(name) {
      const row = await db.selectFrom('jobs').select('last_run_at').where('name', '=', name).executeTakeFirst()
      return row?.last_run_at ?? null
    },

    async recordRun(name, at) {
      await ensureRow(context, name)
      await db.updateTable('jobs').set({ last_run_at: at }).where('name', '=', name).execute()
    },

    async lastServed(name, due) {
      await ensureRow(context, name)
      await db
        .updateTable('jobs')
        .set({ last_served_at: due })
        .where('name', '=', name)
        .where('last_served_at', 'is', null)
        .execute()
      const row = await db
        .selectFrom('jobs')
        .select('last_served_at')
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      return row.last_served_at ?? due
    },

    async recordServed(name, due) {
      await db.updateTable('jobs').set({ last_served_at: due }).where('name', '=', name).execute()
    },
  }
}

function jobLeases(context: StoreContext): Leases {
  const { db } = context
  return {
    async acquireLease(name, { owner, now, until }) {
      await ensureRow(context, name)
      const result = await db
        .updateTable('jobs')
        .set({ lease_owner: owner, lease_until: until })
        .where('name', '=', name)
        .where(({ or, eb }) =>
          or([eb('lease_owner', '=', owner), eb('lease_until', 'is', null), eb('lease_until', '<=', now)]),
        )
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },

    async releaseLease(name, owner, pauseUntil) {
      await db
        .updateTable('jobs')
        .set({ lease_owner: null, lease_until: pauseUntil ?? null })
        .where('name', '=', name)
        .where('lease_owner', '=', owner)
        .execute()
    },

    async releaseAllLeases() {
      await db
        .updateTable('jobs')
        .set({ lease_owner: null, lease_until: null })
        .where('lease_owner', 'is not', null)
        .execute()
    },
  }
}

export const jobStore = (context: StoreContext): JobStore => ({ ...jobRuns(context), ...jobLeases(context) })
