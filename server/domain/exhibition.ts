import type * as contract from '#contract/exhibitions.ts'
import { checkIsActive, type SocialMediaPlatform } from './consents/consent.ts'
import { AppError } from './errors.ts'

/** Exists from the start; can be neither ended nor deleted (D79). */
export const mainExhibitionId = 1
export const mainSlug = 'main'

/** What admins see of an exhibition as it is now. */
type SeenNow = 'isOpen' | 'isEnded' | 'counts'

/** Timestamps are ISO 8601 in UTC with milliseconds: uploads are taken from `opensAt` on and before `closesAt`. */
export interface Exhibition extends Readonly<Omit<contract.Exhibition, SeenNow | 'name' | 'platformIds'>> {
  /** null for `main`: the site's name. */
  readonly name: string | null
  readonly platformIds: readonly number[] | null
}

export type NewExhibition = Omit<Exhibition, 'id' | 'revision' | 'groupCountAtEnd'>

/** Computed from the clock at each read, never stored: nothing depends on a job's punctuality (D79). */
export const isEndedAt = ({ endsAt }: Pick<Exhibition, 'endsAt'>, now: Date): boolean =>
  endsAt !== null && Date.parse(endsAt) <= now.getTime()

/** When uploads end; null: never. */
export const closingTime = ({ closesAt, endsAt }: Pick<Exhibition, 'closesAt' | 'endsAt'>): string | null =>
  closesAt ?? endsAt

export const isOpenAt = (exhibition: Pick<Exhibition, 'opensAt' | 'closesAt' | 'endsAt'>, now: Date): boolean => {
  const closesAt = closingTime(exhibition)
  const { opensAt } = exhibition
  return (
    (opensAt === null || Date.parse(opensAt) <= now.getTime()) &&
    (closesAt === null || now.getTime() < Date.parse(closesAt))
  )
}

export const offersPlatform = (
  { platformIds }: Pick<Exhibition, 'platformIds'>,
  { platformId }: Pick<SocialMediaPlatform, 'platformId'>,
): boolean => platformIds === null || platformIds.includes(platformId)

/** AppError UNKNOWN_PLATFORM. */
export function checkIsOffered(exhibition: Pick<Exhibition, 'platformIds'>, platform: SocialMediaPlatform): void {
  checkIsActive(platform)
  if (offersPlatform(exhibition, platform)) return
  const message = `The exhibition does not ask consent for ${platform.displayName}`
  throw new AppError('UNKNOWN_PLATFORM', message, { details: { platformId: platform.platformId } })
}

export const exhibitionNotFound = (): AppError =>
  new AppError('EXHIBITION_NOT_FOUND', 'There is no such exhibition, or it has ended')

export const exhibitionClosed = ({ opensAt, closesAt, endsAt }: Exhibition): AppError =>
  new AppError('EXHIBITION_CLOSED', 'The exhibition takes no photos now', {
    details: { opensAt, closesAt: closingTime({ closesAt, endsAt }) },
  })
