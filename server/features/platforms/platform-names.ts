import type { SocialMediaPlatform } from '#server/domain/consent.ts'
import { AppError } from '#server/domain/errors.ts'

/** AppError PLATFORM_EXISTS when another platform has the name. */
export function checkNameIsFree(platforms: readonly SocialMediaPlatform[], name: string, except?: number): void {
  if (!platforms.some((each) => each.platformName === name && each.platformId !== except)) return
  throw new AppError('PLATFORM_EXISTS', `A platform with the name ${name} exists already`, {
    details: { field: 'platform_name' },
  })
}
