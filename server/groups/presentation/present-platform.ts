import type * as shapes from '#contract/shapes.ts'
import type { SocialMediaPlatform } from '#server/domain/consent.ts'

export const presentPlatform = (platform: SocialMediaPlatform): shapes.SocialMediaPlatform => ({
  platform_id: platform.platformId,
  platform_name: platform.platformName,
  display_name: platform.displayName,
  icon_name: platform.iconName,
  is_active: platform.isActive,
})
