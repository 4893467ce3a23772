import type { ServiceState } from '#server/ports/service-state.ts'
import { run, type StoreContext } from './queries.ts'

/** The value of a row that exists only to be locked. */
const unset = ''

export function serviceStateStore({ db }: StoreContext): ServiceState {
  return {
    async get(name) {
      const row = await db.selectFrom('service_state').select('value').where('name', '=', name).executeTakeFirst()
      return row?.value || undefined
    },
    async lock(name) {
      const row = await db
        .insertInto('service_state')
        .values({ name, value: unset })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
        .returning('value')
        .executeTakeFirstOrThrow()
      return row.value || undefined
    },
    set: (name, value) =>
      run(
        db
          .insertInto('service_state')
          .values({ name, value })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value })),
      ),
  }
}
