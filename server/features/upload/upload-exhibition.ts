import { limits } from '#contract/limits.ts'
import { sameText } from '#server/domain/digest.ts'
import { AppError } from '#server/domain/errors.ts'
import {
  closingTime,
  type Exhibition,
  exhibitionClosed,
  exhibitionNotFound,
  isOpenAt,
  mainExhibitionId,
  mainSlug,
} from '#server/domain/exhibition.ts'
import { isInNetworks } from '#server/domain/hosts/hosts.ts'
import { clientAddress, countedAddress } from '#server/http/access/client-address.ts'
import { rateLimited, wrongAccessCodeRule } from '#server/http/rate-limits.ts'
import type { Exchange } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { Submission } from '#server/ports/submission-store.ts'
import { knownExhibition } from '#server/settings/known-exhibition.ts'

/** What a visitor sends about the exhibition. */
interface Wanted {
  /** A slug; `main` when absent. */
  readonly exhibition?: string | undefined
  readonly accessCode?: string | undefined
}

/** The exhibition that takes an upload (D81). AppError EXHIBITION_NOT_FOUND, EXHIBITION_CLOSED, WRONG_ACCESS_CODE, RATE_LIMITED. */
export async function exhibitionForUpload(
  deps: Deps,
  wanted: Wanted,
  request: Exchange['request'],
): Promise<Exhibition> {
  const exhibition = await knownExhibition(deps, wanted.exhibition || mainSlug)
  if (!isOpenAt(exhibition, deps.clock.now())) throw exhibitionClosed(exhibition)
  if (exhibition.accessCode !== null) await checkAccessCode(deps, request, { exhibition, given: wanted.accessCode })
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
  const isRight = sameText(given.trim().toLowerCase(), (exhibition.accessCode ?? '').toLowerCase())
  const { allowed, resetSeconds } = await (isRight ? counters.read(rule, key) : counters.count(rule, key))
  if (!allowed) throw rateLimited('Too many wrong access codes came from this address', resetSeconds, rule.limit)
  if (!isRight) throw new AppError('WRONG_ACCESS_CODE', 'The exhibition needs its access code; this one is not right')
}

const finishMs = limits.submissionHours * 60 * 60_000

/** A submission that was begun in time may be finished for a day after the close. AppError EXHIBITION_CLOSED, EXHIBITION_NOT_FOUND. */
export async function checkMayFinish(
  { exhibitions, clock }: Pick<Deps, 'exhibitions' | 'clock'>,
  { texts: { exhibitionId = mainExhibitionId } }: Pick<Submission, 'texts'>,
): Promise<void> {
  if (exhibitions.withId(exhibitionId) === undefined) await exhibitions.refresh()
  const exhibition = exhibitions.withId(exhibitionId)
  if (exhibition === undefined) throw exhibitionNotFound()
  const closesAt = closingTime(exhibition)
  if (closesAt !== null && clock.now().getTime() >= Date.parse(closesAt) + finishMs) throw exhibitionClosed(exhibition)
}
