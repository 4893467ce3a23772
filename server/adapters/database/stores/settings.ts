import { secretSettings } from '#contract/settings/setting-table.ts'
import type { StoredSettings } from '#server/domain/settings/stored-settings.ts'
import type { SettingWrites } from '#server/ports/settings/setting-store.ts'
import type { StoreContext } from './queries.ts'
import { serviceStateStore } from './service-state.ts'

async function put(
  db: StoreContext['db'],
  { key, after, at }: { key: string; after: unknown; at: string },
): Promise<void> {
  if (after === null) return void (await db.deleteFrom('settings').where('key', '=', key).execute())
  const set = { value: JSON.stringify(after), changed_at: at }
  await db
    .insertInto('settings')
    .values({ key, ...set })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(set))
    .execute()
}

export function settingStore(context: StoreContext): SettingWrites {
  const { db } = context

  async function revision(): Promise<number> {
    const changes = db.selectFrom('setting_changes').select(({ fn }) => fn.max('id').as('last'))
    const { last } = await changes.executeTakeFirstOrThrow()
    return Number(last ?? 0)
  }

  // The revision first: values that are newer than it are read again; older ones would stay.
  async function all(): Promise<StoredSettings> {
    const current = await revision()
    const rows = current === 0 ? [] : await db.selectFrom('settings').selectAll().orderBy('key').execute()
    return {
      revision: current,
      values: Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)])),
      changedAt: Object.fromEntries(rows.map(({ key, changed_at: at }) => [key, at ?? undefined])),
    }
  }

  return {
    revision,
    all,
    async lock() {
      await serviceStateStore(context).lock('settings')
      return all()
    },
    async lastChange() {
      const row = await db.selectFrom('setting_changes').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
      if (row === undefined) return undefined
      return { revision: Number(row.id), at: row.changed_at, by: row.changed_by, settings: JSON.parse(row.settings) }
    },
    async apply({ at, by, settings }) {
      for (const [key, { after }] of Object.entries(settings)) await put(db, { key, after, at })
      const undoable = Object.entries(settings).filter(([key]) => !secretSettings.some((each) => each === key))
      const row = { changed_at: at, changed_by: by, settings: JSON.stringify(Object.fromEntries(undoable)) }
      await db.insertInto('setting_changes').values(row).execute()
    },
  }
}
