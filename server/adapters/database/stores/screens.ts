import { type Selectable, sql } from 'kysely'
import type { ScreenPairingsTable, ScreensTable } from '#server/adapters/database/site-tables.ts'
import { newSettings, type PassingCommand, type Screen } from '#server/domain/screen.ts'
import type { Pairing, ScreenReads, ScreenWrites } from '#server/ports/screens.ts'
import type { StoreContext } from './context.ts'

const toScreen = (row: Selectable<ScreensTable>): Screen => ({
  id: row.id,
  name: row.name,
  // Settings that an earlier version saved lack the newest fields.
  settings: { ...newSettings, ...JSON.parse(row.settings) },
  paused: row.paused === 1,
  commands: JSON.parse(row.commands),
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
  imageId: row.image_id,
  version: row.version,
  silenceReportedAt: row.silence_reported_at,
})

const toPairing = (row: Selectable<ScreenPairingsTable>): Pairing => ({
  code: row.code,
  secretDigest: row.secret_digest,
  expiresAt: row.expires_at,
  settings: row.settings === null ? {} : JSON.parse(row.settings),
})

function screenReads({ db }: StoreContext): ScreenReads {
  const screens = db.selectFrom('screens').selectAll()
  return {
    async all() {
      return (await screens.orderBy('name').orderBy('id').execute()).map(toScreen)
    },
    async find(id) {
      const row = await screens.where('id', '=', id).executeTakeFirst()
      return row && toScreen(row)
    },
    async findBySecret(secretDigest) {
      const row = await screens.where('secret_digest', '=', secretDigest).executeTakeFirst()
      return row && toScreen(row)
    },
    async silentSince(before) {
      const rows = await db
        .selectFrom('screens')
        .selectAll()
        .where('last_seen_at', '<=', before)
        .where('silence_reported_at', 'is', null)
        .orderBy('id')
        .execute()
      return rows.map(toScreen)
    },
    async pairingOf(secretDigest, now) {
      const row = await db
        .selectFrom('screen_pairings')
        .selectAll()
        .where('secret_digest', '=', secretDigest)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row && toPairing(row)
    },
  }
}

function pairings({ db }: StoreContext): Pick<ScreenWrites, 'addPairing' | 'takePairing'> {
  return {
    async addPairing({ code, secretDigest, expiresAt, settings }, now) {
      await db.deleteFrom('screen_pairings').where('expires_at', '<=', now).execute()
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('screen_pairings')
        .values({ code, secret_digest: secretDigest, expires_at: expiresAt, settings: JSON.stringify(settings) })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
    async takePairing(code, now) {
      const row = await db
        .deleteFrom('screen_pairings')
        .where('code', '=', code)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst()
      return row && toPairing(row)
    },
  }
}

function changes({ db }: StoreContext): Pick<ScreenWrites, 'add' | 'lock' | 'update' | 'command' | 'remove'> {
  return {
    async add({ name, settings, createdAt }, secretDigest) {
      const row = await db
        .insertInto('screens')
        .values({
          name,
          secret_digest: secretDigest,
          settings: JSON.stringify(settings),
          paused: 0,
          commands: '[]',
          created_at: createdAt,
          last_seen_at: createdAt,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return toScreen(row)
    },
    async lock(id) {
      const screen = db.updateTable('screens').where('id', '=', id)
      const row = await screen.set({ paused: sql`paused` }).returningAll().executeTakeFirst()
      return row && toScreen(row)
    },
    async update(id, { name, settings }) {
      const values = { name, settings: JSON.stringify(settings) }
      await db.updateTable('screens').set(values).where('id', '=', id).execute()
    },
    async command(id, { paused, commands }) {
      const values = { paused: paused ? 1 : 0, commands: JSON.stringify(commands) } as const
      await db.updateTable('screens').set(values).where('id', '=', id).execute()
    },
    async remove(id) {
      const { numDeletedRows } = await db.deleteFrom('screens').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

function reports({ db }: StoreContext): Pick<ScreenWrites, 'report' | 'recordSilence'> {
  return {
    async report(id, { imageId, version, done, now }) {
      const seen = { image_id: imageId, version, last_seen_at: now, silence_reported_at: null }
      const row = await db
        .updateTable('screens')
        .set(seen)
        .where('id', '=', id)
        .returning('commands')
        .executeTakeFirst()
      if (row === undefined) return undefined
      const commands: readonly PassingCommand[] = JSON.parse(row.commands)
      const left = done === undefined ? [] : commands.filter((each) => !done.includes(each.id))
      if (left.length < commands.length) {
        await db
          .updateTable('screens')
          .set({ commands: JSON.stringify(left) })
          .where('id', '=', id)
          .execute()
      }
      return done === undefined ? commands : left
    },
    async recordSilence(id, { before, now }) {
      const { numUpdatedRows } = await db
        .updateTable('screens')
        .set({ silence_reported_at: now })
        .where('id', '=', id)
        .where('last_seen_at', '<=', before)
        .where('silence_reported_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

export const screenStore = (context: StoreContext): ScreenWrites => ({
  ...screenReads(context),
  ...pairings(context),
  ...changes(context),
  ...reports(context),
})
