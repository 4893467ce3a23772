import { sql } from 'kysely'
import { toColumns } from '#server/adapters/database/columns.ts'
import type { Row } from '#server/adapters/database/tables.ts'
import { newSettings, type PassingCommand, type Screen } from '#server/domain/screen.ts'
import { camelCased } from '#server/domain/text/snake-case.ts'
import type { Pairing, Report, ScreenReads, ScreenWrites } from '#server/ports/screens.ts'
import { all, deletedRows, exists, first, run, type StoreContext, updatedRows } from './queries.ts'

const toScreen = ({ secret_digest: _, ...row }: Row<'screens'>): Screen => ({
  ...camelCased(row),
  // Settings that an earlier version saved lack the newest fields.
  settings: { ...newSettings, ...JSON.parse(row.settings) },
  exhibitions: JSON.parse(row.exhibitions),
  paused: row.paused === 1,
  commands: JSON.parse(row.commands),
})

const toPairing = (row: Row<'screen_pairings'>): Pairing => ({
  ...camelCased(row),
  settings: row.settings === null ? {} : JSON.parse(row.settings),
})

function screenReads({ db }: StoreContext): ScreenReads {
  const screens = () => db.selectFrom('screens').selectAll()
  return {
    all: () => all(screens().orderBy('name').orderBy('id'), toScreen),
    find: (id) => first(screens().where('id', '=', id), toScreen),
    findBySecret: (secretDigest) => first(screens().where('secret_digest', '=', secretDigest), toScreen),
    silentSince(before) {
      const silent = screens().where('last_seen_at', '<=', before).where('silence_reported_at', 'is', null)
      return all(silent.orderBy('id'), toScreen)
    },
    pairingOf(secretDigest, now) {
      const pairings = db.selectFrom('screen_pairings').selectAll().where('secret_digest', '=', secretDigest)
      return first(pairings.where('expires_at', '>', now), toPairing)
    },
  }
}

export function screenStore(context: StoreContext): ScreenWrites {
  const { db } = context
  const change = (id: number) => db.updateTable('screens').where('id', '=', id)
  return {
    ...screenReads(context),
    async addPairing(pairing, now) {
      await db.deleteFrom('screen_pairings').where('expires_at', '<=', now).execute()
      const insert = db.insertInto('screen_pairings').values(toColumns(pairing))
      return exists(insert.onConflict((conflict) => conflict.doNothing()).returning('code'))
    },
    takePairing(code, now) {
      const pairing = db.deleteFrom('screen_pairings').where('code', '=', code).where('expires_at', '>', now)
      return first(pairing.returningAll(), toPairing)
    },
    async add(screen, secretDigest) {
      const state = { paused: 0, commands: '[]', last_seen_at: screen.createdAt } as const
      const insert = db.insertInto('screens').values({
        ...toColumns({ ...screen, exhibitions: JSON.stringify(screen.exhibitions) }),
        secret_digest: secretDigest,
        ...state,
      })
      return toScreen(await insert.returningAll().executeTakeFirstOrThrow())
    },
    lock: (id) => first(change(id).set({ paused: sql`paused` }).returningAll(), toScreen),
    update: (id, fields) =>
      run(change(id).set(toColumns({ ...fields, exhibitions: JSON.stringify(fields.exhibitions) }))),
    command: (id, fields) => run(change(id).set(toColumns(fields))),
    remove: async (id) => (await deletedRows(db.deleteFrom('screens').where('id', '=', id))) > 0,
    report: (id, report) => recordReport(db, id, report),
    async recordSilence(id, { before, now }) {
      const silent = change(id).where('last_seen_at', '<=', before).where('silence_reported_at', 'is', null)
      return (await updatedRows(silent.set({ silence_reported_at: now }))) > 0
    },
  }
}

async function recordReport(db: StoreContext['db'], id: number, { imageId, version, done, now }: Report) {
  const screen = db.updateTable('screens').where('id', '=', id)
  const seen = { image_id: imageId, version, last_seen_at: now, silence_reported_at: null }
  const row = await screen.set(seen).returning('commands').executeTakeFirst()
  if (row === undefined) return undefined
  const commands: readonly PassingCommand[] = JSON.parse(row.commands)
  const left = done === undefined ? [] : commands.filter((each) => !done.includes(each.id))
  if (left.length < commands.length) await screen.set({ commands: JSON.stringify(left) }).execute()
  return done === undefined ? commands : left
}
