import type { Kysely, Selectable } from 'kysely'
import type { SocialMediaConsentsTable, Tables } from '#server/adapters/database/tables.ts'
import { websitePlatform } from '#server/domain/consent.ts'

/** Our own pages, which show nothing withdrawn, and which search engines do not keep: no takedown is needed (D90). */
export async function isOurWebsite(db: Kysely<Tables>, platformId: number): Promise<boolean> {
  const platforms = db.selectFrom('social_media_platforms').select('platform_name')
  const platform = await platforms.where('platform_id', '=', platformId).executeTakeFirst()
  if (platform?.platform_name !== websitePlatform) return false
  const settings = db.selectFrom('settings').select('value')
  const indexed = await settings.where('key', '=', 'galleryIndexed').executeTakeFirst()
  return indexed?.value !== 'true'
}

/** Whether a withdrawn consent left something to take down; posts that were recorded always are. */
export const leftTakedown = (
  consent: Pick<Selectable<SocialMediaConsentsTable>, 'revoked_timestamp' | 'taken_down_at' | 'taken_down_by'>,
): boolean =>
  consent.taken_down_at === null ||
  consent.taken_down_by !== null ||
  consent.taken_down_at !== consent.revoked_timestamp
