import type { NewPlatform } from '#contract/platforms.ts'
import type { Admin } from '#server/domain/caller.ts'
import type { SocialMediaPlatform } from '#server/domain/consent.ts'
import type { Deps } from '#server/ports/deps.ts'
import { checkNameIsFree } from './platform-names.ts'

/** AppError PLATFORM_EXISTS. */
export const createPlatform = (
  { database }: Pick<Deps, 'database'>,
  _by: Admin,
  { platform_name: platformName, display_name, icon_name: iconName, is_active: isActive = true }: NewPlatform,
): Promise<SocialMediaPlatform> =>
  database.transaction(async (tx) => {
    // One at a time: the next id is the highest one plus one.
    await tx.serviceState.lock('settings')
    checkNameIsFree(await tx.platforms.all(), platformName)
    return tx.platforms.add({ platformName, displayName: display_name.trim(), iconName, isActive })
  })
