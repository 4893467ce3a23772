import type { ExhibitionTexts } from '#contract/exhibitions.ts'
import { checkIsActive, type SocialMediaPlatform } from './consents/consent.ts'
import { AppError } from './errors.ts'

/** Exists from the start; can be neither ended nor deleted (D79). */
export const mainExhibitionId = 1
export const mainSlug = 'main'

/** Timestamps are ISO 8601 in UTC with milliseconds. */
export interface Exhibition {
  readonly id: number
  /** Kept for good. */
  readonly slug: string
  /** null for `main`: the site's name. */
  readonly name: string | null
  /** Uploads before are refused. */
  readonly opensAt: string | null
  /** Uploads from then on are refused. */
  readonly closesAt: string | null
  /** From then on nothing of it is shown. */
  readonly endsAt: string | null
  readonly deletedAfterDays: number | null
  /** As the admin wrote it; upper and lower case are the same. */
  readonly accessCode: string | null
  readonly texts: ExhibitionTexts
  /** Those that it asks consent for; null: all active ones. */
  readonly platformIds: readonly number[] | null
  /** Whether the gallery shows it on the web, each group only with its consent (D90). */
  readonly gallery: boolean
  readonly revision: number
  /** How many groups it had when it ended; null before. */
  readonly groupCountAtEnd: number | null
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
