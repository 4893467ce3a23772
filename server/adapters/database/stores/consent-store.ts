import type { ConsentWrites, PlatformWrites } from '#server/ports/consent-store.ts'
import { platformPlace, selectConsents, toConsent } from './consent-rows.ts'
import { flag, type StoreContext } from './context.ts'

export const platformStore = (context: StoreContext): PlatformWrites => ({
  ...platformReads(context),
  ...platformChanges(context),
})

function platformReads({ db }: StoreContext): Pick<PlatformWrites, 'all'> {
  return {
    async all() {
      const rows = await db
        .selectFrom('social_media_platforms as platform')
        .selectAll()
        .orderBy(platformPlace)
        .execute()
      return rows.map((row) => ({
        platformId: row.platform_id,
        platformName: row.platform_name,
        displayName: row.display_name,
        iconName: row.icon_name,
        isActive: row.is_active === 1,
      }))
    },
  }
}

function platformChanges({ db }: StoreContext): Omit<PlatformWrites, 'all'> {
  return {
    async add(platform) {
      const { last } = await db
        .selectFrom('social_media_platforms')
        .select(({ fn }) => fn.max('platform_id').as('last'))
        .executeTakeFirstOrThrow()
      const platformId = Number(last ?? 0) + 1
      const { platformName: platform_name, displayName: display_name, iconName: icon_name } = platform
      const row = {
        platform_id: platformId,
        platform_name,
        display_name,
        icon_name,
        is_active: flag(platform.isActive),
        position: null,
      }
      await db.insertInto('social_media_platforms').values(row).execute()
      return { platformId, ...platform }
    },

    async update({
      platformId,
      platformName: platform_name,
      displayName: display_name,
      iconName: icon_name,
      isActive,
    }) {
      const row = { platform_name, display_name, icon_name, is_active: flag(isActive) }
      await db.updateTable('social_media_platforms').set(row).where('platform_id', '=', platformId).execute()
    },

    async reorder(platformIds) {
      for (const [index, platformId] of platformIds.entries()) {
        const platform = db.updateTable('social_media_platforms').where('platform_id', '=', platformId)
        await platform.set({ position: index + 1 }).execute()
      }
    },
  }
}

function consentReads({ db }: StoreContext): Pick<ConsentWrites, 'ofGroup' | 'text' | 'lastRevokedBy'> {
  return {
    async text({ version, language, consentType }) {
      const row = await db
        .selectFrom('consent_texts')
        .select('text')
        .where('version', '=', version)
        .where('language', '=', language)
        .where('consent_type', '=', consentType)
        .executeTakeFirst()
      return row?.text
    },

    async ofGroup(groupId) {
      const rows = await selectConsents(db).where('consent.group_id', '=', groupId).execute()
      return rows.map(toConsent)
    },

    async lastRevokedBy(groupId, { consentType, platformId }) {
      const row = await db
        .selectFrom('consent_history')
        .select('changed_by')
        .where('group_id', '=', groupId)
        .where('consent_type', '=', consentType)
        .where('platform_id', platformId === null ? 'is' : '=', platformId)
        .where('action', '=', 'revoke')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.changed_by
    },
  }
}

function consentChanges({ db, changed }: StoreContext): Pick<ConsentWrites, 'put' | 'record' | 'keepText'> {
  return {
    async keepText(...texts) {
      const rows = texts.map(({ consentType, ...text }) => ({ ...text, consent_type: consentType }))
      const insert = db.insertInto('consent_texts').values(rows)
      await insert.onConflict((at) => at.columns(['version', 'language', 'consent_type']).doNothing()).execute()
    },

    async put(groupId, consent) {
      const columns = {
        consented: flag(consent.consented),
        consent_timestamp: consent.consentTimestamp,
        revoked: flag(consent.revoked),
        revoked_timestamp: consent.revokedTimestamp,
        taken_down_at: null,
        taken_down_by: null,
      }
      await db
        .insertInto('group_social_media_consents')
        .values({ group_id: groupId, platform_id: consent.platformId, ...columns })
        .onConflict((conflict) => conflict.columns(['group_id', 'platform_id']).doUpdateSet(columns))
        .execute()
      changed(groupId)
    },

    async record(...entries) {
      const rows = entries.map((entry) => ({
        group_id: entry.groupId,
        consent_type: entry.consentType,
        platform_id: entry.platformId,
        action: entry.action,
        changed_by: entry.changedBy,
        wording: entry.wording,
        language: entry.language,
        created_at: entry.createdAt,
      }))
      await db.insertInto('consent_history').values(rows).execute()
    },
  }
}

export const consentStore = (context: StoreContext): ConsentWrites => ({
  ...consentReads(context),
  ...consentChanges(context),
})
