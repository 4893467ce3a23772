import { limits } from '#contract/limits.ts'
import { latinDigits } from '#contract/site/languages.ts'
import { sameText } from '#server/domain/digest.ts'
import { AppError } from '#server/domain/errors.ts'
import {
  closingTime,
  type Exhibition,
  exhibitionClosed,
  isOpenAt,
  mainExhibitionId,
  mainSlug,
} from '#server/domain/exhibition.ts'
import { isInNetworks } from '#server/domain/hosts/hosts.ts'
import { checkIsValid, type StaffUpload } from '#server/domain/staff-link.ts'
import { clientAddress, countedAddress } from '#server/http/access/client-address.ts'
import { checkStaffLink } from '#server/http/access/staff-link-access.ts'
import { rateLimited, wrongAccessCodeRule } from '#server/http/rate-limits.ts'
import type { Exchange } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { Submission } from '#server/ports/submission-store.ts'
import { exhibitionWithId, knownExhibition } from '#server/settings/known-exhibition.ts'
import type { UploadForm } from './upload-form.ts'

/** What a group is made with where it comes with a staff link. */
export const staffOf = (
  { staffLinkId }: Pick<UploadTarget, 'staffLinkId'>,
  request: Exchange['request'],
): { readonly staff?: StaffUpload } =>
  staffLinkId === undefined ? {} : { staff: { linkId: staffLinkId, ipAddress: clientAddress(request) || null } }

/** What a visitor sends about the exhibition: `main` when it names none. */
type Wanted = Partial<Pick<UploadForm, 'exhibition' | 'accessCode' | 'staffLink'>>

/** Where an upload belongs, and with which staff link it comes. */
export interface UploadTarget {
  readonly exhibition: Exhibition
  readonly staffLinkId: number | undefined
}

/**
 * The exhibition that takes an upload (D81): that of the staff link, which replaces the access code (D91). AppError
 * EXHIBITION_NOT_FOUND, EXHIBITION_CLOSED, WRONG_ACCESS_CODE, RATE_LIMITED, STAFF_LINK_INVALID, IP_BANNED.
 */
export async function targetOfUpload(deps: Deps, wanted: Wanted, request: Exchange['request']): Promise<UploadTarget> {
  if (wanted.staffLink) {
    const { id: staffLinkId, exhibitionId } = await checkStaffLink(deps, request, wanted.staffLink)
    const { slug } = await exhibitionWithId(deps, exhibitionId)
    return { staffLinkId, exhibition: await openExhibition(deps, slug) }
  }
  const exhibition = await openExhibition(deps, wanted.exhibition || mainSlug)
  if (exhibition.accessCode !== null) await checkAccessCode(deps, request, { exhibition, given: wanted.accessCode })
  return { staffLinkId: undefined, exhibition }
}

async function openExhibition(deps: Deps, slug: string): Promise<Exhibition> {
  const exhibition = await knownExhibition(deps, slug)
  if (!isOpenAt(exhibition, deps.clock.now())) throw exhibitionClosed(exhibition)
  return exhibition
}

/** Wrong codes are counted by address and exhibition; beyond the limit the right one is refused, too: nobody can go on guessing. */
async function checkAccessCode(
  { config, counters }: Pick<Deps, 'config' | 'counters'>,
  request: Exchange['request'],
  { exhibition, given = '' }: { readonly exhibition: Exhibition; readonly given: string | undefined },
): Promise<void> {
  const address = clientAddress(request)
  const rule = wrongAccessCodeRule(isInNetworks(address, config.sharedNetworks))
  const key = `${exhibition.id} ${countedAddress(address)}`
  const code = latinDigits(given.trim()).toLowerCase()
  const isRight = sameText(code, (exhibition.accessCode ?? '').toLowerCase())
  // A page that was opened before there was a code sends none, which guesses nothing.
  const isGuess = code !== '' && !isRight
  const { allowed, resetSeconds } = await (isGuess ? counters.count(rule, key) : counters.read(rule, key))
  if (!allowed) throw rateLimited('Too many wrong access codes came from this address', resetSeconds, rule.limit)
  if (!isRight) throw new AppError('WRONG_ACCESS_CODE', 'The exhibition needs its access code; this one is not right')
}

const finishMs = limits.submissionHours * 60 * 60_000

/**
 * A submission that was begun in time may be finished for a day after the close, and with a staff link while that is
 * valid. AppError EXHIBITION_CLOSED, EXHIBITION_NOT_FOUND, STAFF_LINK_INVALID.
 */
export async function checkMayFinish(
  { exhibitions, clock, database }: Pick<Deps, 'exhibitions' | 'clock' | 'database'>,
  { texts: { exhibitionId = mainExhibitionId, staffLinkId } }: Pick<Submission, 'texts'>,
): Promise<void> {
  if (staffLinkId !== undefined) checkIsValid(await database.staffLinks.find(staffLinkId), clock.now())
  const exhibition = await exhibitionWithId({ exhibitions }, exhibitionId)
  const closesAt = closingTime(exhibition)
  if (closesAt !== null && clock.now().getTime() >= Date.parse(closesAt) + finishMs) throw exhibitionClosed(exhibition)
}
