import { type Kysely, type Selectable, sql } from 'kysely'
import type { SocialMediaConsentsTable, SocialMediaPlatformsTable, Tables } from '#server/adapters/database/tables.ts'
import type { SocialMediaConsent } from '#server/domain/consent.ts'

type Names = Pick<SocialMediaPlatformsTable, 'platform_name' | 'display_name'>

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

export const toConsent = (row: Selectable<SocialMediaConsentsTable> & Names): SocialMediaConsent => ({
  platformId: row.platform_id,
  platformName: row.platform_name,
  displayName: row.display_name,
  consented: row.consented === 1,
  consentTimestamp: row.consent_timestamp,
  revoked: row.revoked === 1,
  revokedTimestamp: row.revoked_timestamp,
})
