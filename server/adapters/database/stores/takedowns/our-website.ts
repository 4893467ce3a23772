import type { Kysely, Selectable } from 'kysely'
import type { SocialMediaConsentsTable, Tables } from '#server/adapters/database/tables.ts'
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

/** Whether a withdrawn consent left something to take down; posts that were recorded always are. */
export const leftTakedown = (
  consent: Pick<Selectable<SocialMediaConsentsTable>, 'revoked_timestamp' | 'taken_down_at' | 'taken_down_by'>,
): boolean =>
  consent.taken_down_at === null ||
  consent.taken_down_by !== null ||
  consent.taken_down_at !== consent.revoked_timestamp
