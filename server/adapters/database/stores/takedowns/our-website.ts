import type { Kysely } from 'kysely'
import type { Tables } from '#server/adapters/database/tables.ts'
import { websitePlatform } from '#server/domain/consents/consent.ts'

/**
 * The platform of our own pages, which show nothing withdrawn: it needs no takedown. undefined where search engines may
 * keep them (D90).
 */
export async function platformWithoutTakedowns(db: Kysely<Tables>): Promise<number | undefined> {
  const isIndexed = db
    .selectFrom('settings')
    .select('key')
    .where('key', '=', 'galleryIndexed')
    .where('value', '=', 'true')
  const own = db.selectFrom('social_media_platforms').select('platform_id').where('platform_name', '=', websitePlatform)
  const platform = await own.where(({ not, exists }) => not(exists(isIndexed))).executeTakeFirst()
  return platform?.platform_id
}
