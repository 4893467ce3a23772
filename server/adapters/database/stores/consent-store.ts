import { type Kysely, sql } from 'kysely'
import { toColumns } from '#server/adapters/database/columns.ts'
import type { Row, Tables } from '#server/adapters/database/tables.ts'
import type { SocialMediaConsent } from '#server/domain/consents/consent.ts'
import { camelCased } from '#server/domain/text/snake-case.ts'
import type { ConsentReads, ConsentWrites, PlatformWrites } from '#server/ports/consent-store.ts'
import { all, exists, first, inAllChunks, run, type StoreContext } from './queries.ts'
import { platformWithoutTakedowns } from './takedowns/our-website.ts'

export function platformStore({ db }: StoreContext): PlatformWrites {
  const change = (platformId: number) => db.updateTable('social_media_platforms').where('platform_id', '=', platformId)
  return {
    all() {
      const platforms = db.selectFrom('social_media_platforms as platform').selectAll().orderBy(platformPlace)
      return all(platforms, ({ position: _, ...row }) => ({ ...camelCased(row), isActive: row.is_active === 1 }))
    },

    isUsed: (platformId) =>
      exists(
        db.selectFrom('group_social_media_consents').select('group_id').where('platform_id', '=', platformId).limit(1),
      ),

    async add(platform) {
      const { last } = await db
        .selectFrom('social_media_platforms')
        .select(({ fn }) => fn.max('platform_id').as('last'))
        .executeTakeFirstOrThrow()
      const platformId = Number(last ?? 0) + 1
      await db
        .insertInto('social_media_platforms')
        .values({ platform_id: platformId, ...toColumns(platform) })
        .execute()
      return { platformId, ...platform }
    },

    update: ({ platformId, ...fields }) => run(change(platformId).set(toColumns(fields))),

    async reorder(platformIds) {
      for (const [index, id] of platformIds.entries())
        await change(id)
          .set({ position: index + 1 })
          .execute()
    },
  }
}

function consentReads({ db }: StoreContext): ConsentReads {
  return {
    text({ version, language, consentType }) {
      const texts = db.selectFrom('consent_texts').select('text').where('version', '=', version)
      const ofLanguage = texts.where('language', '=', language)
      return first(ofLanguage.where('consent_type', '=', consentType), (row) => row.text)
    },

    ofGroup: (groupId) => all(selectConsents(db).where('consent.group_id', '=', groupId), toConsent),

    async inForce(platformName, of) {
      const consents = db
        .selectFrom('group_social_media_consents as consent')
        .innerJoin('social_media_platforms as platform', 'platform.platform_id', 'consent.platform_id')
        .select(['consent.group_id', 'consent.consent_timestamp'])
        .where('platform.platform_name', '=', platformName)
        .where('consent.consented', '=', 1)
        .where('consent.revoked', '=', 0)
      const rows =
        'after' in of
          ? await consents
              .where('consent.group_id', '>', of.after)
              .orderBy('consent.group_id')
              .limit(of.limit)
              .execute()
          : await inAllChunks(of, (ids) => consents.where('consent.group_id', 'in', ids))
      return new Map(rows.map((row) => [row.group_id, row.consent_timestamp ?? '']))
    },
  }
}

export function consentStore(context: StoreContext): ConsentWrites {
  const { db, changed } = context
  return {
    ...consentReads(context),

    lastRevokedBy(groupId, { consentType, platformId }) {
      const revocations = db
        .selectFrom('consent_history')
        .select('changed_by')
        .where('group_id', '=', groupId)
        .where('consent_type', '=', consentType)
        .where('platform_id', platformId === null ? 'is' : '=', platformId)
        .where('action', '=', 'revoke')
      return first(revocations.orderBy('id', 'desc').limit(1), (row) => row.changed_by)
    },

    async keepText(...texts) {
      const insert = db.insertInto('consent_texts').values(texts.map(toColumns))
      await insert.onConflict((at) => at.columns(['version', 'language', 'consent_type']).doNothing()).execute()
    },

    async put(groupId, { platformId, consented, consentTimestamp, revoked, revokedTimestamp }) {
      // Nothing to take down: done in the moment of the withdrawal.
      const takenDownAt = revoked && platformId === (await platformWithoutTakedowns(db)) ? revokedTimestamp : null
      const consent = { consented, consentTimestamp, revoked, revokedTimestamp, takenDownAt, takenDownBy: null }
      const columns = toColumns(consent)
      await db
        .insertInto('group_social_media_consents')
        .values({ group_id: groupId, platform_id: platformId, ...columns })
        .onConflict((conflict) => conflict.columns(['group_id', 'platform_id']).doUpdateSet(columns))
        .execute()
      changed(groupId)
    },

    record: (...entries) => run(db.insertInto('consent_history').values(entries.map(toColumns))),
  }
}

type Names = Pick<Tables['social_media_platforms'], 'platform_name' | 'display_name'>

/** Of the table `social_media_platforms`, called `platform`. */
export const platformPlace = sql<number>`coalesce(platform.position, platform.platform_id)`

/** The consents with the names of their platforms, in the order of the platforms. */
export const selectConsents = (db: Kysely<Tables>) =>
  db
    .selectFrom('group_social_media_consents as consent')
    .innerJoin('social_media_platforms as platform', 'platform.platform_id', 'consent.platform_id')
    .selectAll('consent')
    .select(['platform.platform_name', 'platform.display_name'])
    .orderBy(platformPlace)

export const toConsent = (row: Row<'group_social_media_consents'> & Names): SocialMediaConsent => ({
  platformId: row.platform_id,
  platformName: row.platform_name,
  displayName: row.display_name,
  consented: row.consented === 1,
  consentTimestamp: row.consent_timestamp,
  revoked: row.revoked === 1,
  revokedTimestamp: row.revoked_timestamp,
})
