import { sql } from 'kysely'
import { toColumns } from '#server/adapters/database/columns.ts'
import type { Row } from '#server/adapters/database/tables.ts'
import type { StaffLink } from '#server/domain/staff-link.ts'
import { camelCased } from '#server/domain/text/snake-case.ts'
import type { StaffLinkWrites } from '#server/ports/staff-links.ts'
import { all, first, run, type StoreContext } from './queries.ts'

const toStaffLink = (row: Row<'staff_links'>): StaffLink => ({
  ...camelCased(row),
  approvesAtOnce: row.approves_at_once === 1,
})

export function staffLinkStore({ db }: StoreContext): StaffLinkWrites {
  const links = () => db.selectFrom('staff_links').selectAll()
  return {
    all: () => all(links().orderBy('id', 'desc'), toStaffLink),
    find: (id) => first(links().where('id', '=', id), toStaffLink),
    findBySecret: (secretDigest) => first(links().where('secret_digest', '=', secretDigest), toStaffLink),
    async add(link) {
      const insert = db.insertInto('staff_links').values({ ...toColumns(link), revoked_at: null })
      return toStaffLink(await insert.returningAll().executeTakeFirstOrThrow())
    },
    lock(id) {
      const same = db.updateTable('staff_links').set({ revoked_at: sql`revoked_at` })
      return first(same.where('id', '=', id).returningAll(), toStaffLink)
    },
    revoke(now, id) {
      const valid = db.updateTable('staff_links').set({ revoked_at: now }).where('revoked_at', 'is', null)
      return run(id === undefined ? valid : valid.where('id', '=', id))
    },
  }
}
