import type { SocialMediaPlatform } from '#server/domain/consent.ts'
import { platformWithId } from '#server/domain/platforms.ts'
import { idFrom } from '#server/domain/text/integer.ts'
import { walkGroups } from '#server/groups/walk-groups.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { ListedGroup } from '#server/ports/moderation-reads.ts'

type Database = Deps['database']

/** The platform of a path. AppError UNKNOWN_PLATFORM. */
export const platformOf = async ({ platforms }: Database, id: string): Promise<SocialMediaPlatform> =>
  platformWithId(await platforms.all(), idFrom(id) ?? 0)

/** Approved groups with a consent in force for the platform, newest first, in parts (D78). */
export const pressGroups = ({ moderation }: Database, platformId: number): AsyncGenerator<ListedGroup[]> =>
  walkGroups(moderation, { approved: true, platform: { platformId, inForce: true } })
