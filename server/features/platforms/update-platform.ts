import type { PlatformChange } from '#contract/platforms.ts'
import type { Admin } from '#server/domain/caller.ts'
import type { SocialMediaPlatform } from '#server/domain/consent.ts'
import { AppError } from '#server/domain/errors.ts'
import { platformWithId } from '#server/domain/platforms.ts'
import type { Deps } from '#server/ports/deps.ts'
import { checkNameIsFree } from './platform-names.ts'

interface Change {
  readonly id: string
  readonly change: PlatformChange
}

/** AppError UNKNOWN_PLATFORM, PLATFORM_EXISTS, NO_FIELDS. Consents given before do not change. */
export function updatePlatform(
  { database }: Pick<Deps, 'database'>,
  _by: Admin,
  { id, change }: Change,
): Promise<SocialMediaPlatform> {
  if (Object.keys(change).length === 0) throw new AppError('NO_FIELDS', 'The body names nothing to change')
  return database.transaction(async (tx) => {
    await tx.serviceState.lock('settings')
    const platforms = await tx.platforms.all()
    const platform = platformWithId(platforms, /^\d{1,10}$/.test(id) ? Number(id) : 0)
    checkNameIsFree(platforms, change.platform_name ?? platform.platformName, platform.platformId)
    const changed: SocialMediaPlatform = {
      platformId: platform.platformId,
      platformName: change.platform_name ?? platform.platformName,
      displayName: change.display_name?.trim() ?? platform.displayName,
      iconName: change.icon_name ?? platform.iconName,
      isActive: change.is_active ?? platform.isActive,
    }
    await tx.platforms.update(changed)
    if (change.position !== undefined) await tx.platforms.reorder(moved(platforms, platform, change.position))
    return changed
  })
}

/** All ids, the platform's at its new position. */
const moved = (all: readonly SocialMediaPlatform[], platform: SocialMediaPlatform, position: number): number[] =>
  all
    .filter((each) => each !== platform)
    .toSpliced(position - 1, 0, platform)
    .map(({ platformId }) => platformId)
