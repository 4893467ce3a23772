import type { JobName, JobStore } from '#server/ports/job-store.ts'
import { run, type StoreContext, updatedRows } from './queries.ts'

export function jobStore({ db }: StoreContext): JobStore {
  const job = (name: JobName) => db.selectFrom('jobs').selectAll().where('name', '=', name)
  const change = (name: JobName) => db.updateTable('jobs').where('name', '=', name)
  const insert = (name: JobName) => db.insertInto('jobs').values({ name })
  const ensureRow = (name: JobName) => run(insert(name).onConflict((conflict) => conflict.column('name').doNothing()))

  return {
    lastRun: async (name) => (await job(name).executeTakeFirst())?.last_run_at ?? null,

    async recordRun(name, at) {
      await ensureRow(name)
      await change(name).set({ last_run_at: at }).execute()
    },

    async lastServed(name, due) {
      await ensureRow(name)
      await change(name).set({ last_served_at: due }).where('last_served_at', 'is', null).execute()
      return (await job(name).executeTakeFirst())?.last_served_at ?? due
    },

    recordServed: (name, due) => run(change(name).set({ last_served_at: due })),

    async acquireLease(name, { owner, now, until }) {
      await ensureRow(name)
      const free = change(name).where(({ or, eb }) =>
        or([eb('lease_owner', '=', owner), eb('lease_until', 'is', null), eb('lease_until', '<=', now)]),
      )
      return (await updatedRows(free.set({ lease_owner: owner, lease_until: until }))) > 0
    },

    releaseLease(name, owner, pauseUntil) {
      const own = change(name).where('lease_owner', '=', owner)
      return run(own.set({ lease_owner: null, lease_until: pauseUntil ?? null }))
    },

    releaseAllLeases: () =>
      run(db.updateTable('jobs').set({ lease_owner: null, lease_until: null }).where('lease_owner', 'is not', null)),
  }
}
