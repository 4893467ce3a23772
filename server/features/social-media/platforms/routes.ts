import type { NewPlatform, PlatformChange } from '#contract/social-media/platforms.ts'
import * as contract from '#contract/social-media/platforms.ts'
import type { Admin } from '#server/domain/caller.ts'
import { platformWithId, type SocialMediaPlatform, websitePlatform } from '#server/domain/consents/consent.ts'
import { AppError, invalidBody } from '#server/domain/errors.ts'
import { idFrom } from '#server/domain/text/integer.ts'
import { presentPlatform } from '#server/groups/presentation/present-group.ts'
import type { Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'

export function platformRoutes(route: Route): void {
  route(contract.createPlatform, async ({ deps, body, caller: admin }) => {
    const platform = await createPlatform(deps, admin, body)
    return { message: 'The platform was added', platform: presentPlatform(platform) }
  })

  route(contract.updatePlatform, async ({ deps, params: { id }, body, caller: admin }) => {
    const platform = await updatePlatform(deps, admin, { id, change: body })
    return { message: 'The platform was changed', platform: presentPlatform(platform) }
  })
}

/** AppError PLATFORM_EXISTS. */
const createPlatform = (
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

/** AppError UNKNOWN_PLATFORM, PLATFORM_EXISTS, NO_FIELDS. Consents given before do not change. */
function updatePlatform(
  { database }: Pick<Deps, 'database'>,
  _by: Admin,
  { id, change }: { id: string; change: PlatformChange },
): Promise<SocialMediaPlatform> {
  if (Object.keys(change).length === 0) throw new AppError('NO_FIELDS', 'The body names nothing to change')
  return database.transaction(async (tx) => {
    await tx.serviceState.lock('settings')
    const platforms = await tx.platforms.all()
    const platform = platformWithId(platforms, idFrom(id))
    checkKeepsName(platform, change)
    checkNameIsFree(platforms, change.platform_name ?? platform.platformName, platform.platformId)
    const changed = {
      ...platform,
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

/** Consents to another platform would become those of the gallery. */
function checkKeepsName({ platformName }: SocialMediaPlatform, { platform_name: name = platformName }: PlatformChange) {
  if (platformName !== websitePlatform || name === websitePlatform) return
  throw invalidBody('platform_name', `The platform ${websitePlatform} keeps its platform_name: the gallery needs it`)
}

const moved = (all: readonly SocialMediaPlatform[], platform: SocialMediaPlatform, position: number): number[] =>
  all
    .filter((each) => each !== platform)
    .toSpliced(position - 1, 0, platform)
    .map(({ platformId }) => platformId)

/** AppError PLATFORM_EXISTS when another platform has the name. */
function checkNameIsFree(platforms: readonly SocialMediaPlatform[], name: string, except?: number): void {
  if (!platforms.some((each) => each.platformName === name && each.platformId !== except)) return
  const message = `A platform with the name ${name} exists already`
  throw new AppError('PLATFORM_EXISTS', message, { details: { field: 'platform_name' } })
}
