import { limits } from '#contract/limits.ts'
import { AppError } from '#server/domain/errors.ts'
import { type Exhibition, mainSlug } from '#server/domain/exhibition.ts'
import { timesAfter } from '#server/domain/exhibition-times.ts'
import { checkConsentTexts } from '#server/domain/settings/setting-checks.ts'
import { optionalText } from '#server/domain/text/text.ts'
import type { ArchivedExhibition } from '#server/ports/group-archive.ts'
import { ExhibitionEntry } from './archive-schema.ts'
import { broken } from './entry-reader.ts'
import { validEntry } from './validate-entry.ts'

const noTimes = { opensAt: null, closesAt: null, endsAt: null } as const

/** An exhibition as `groups.json` has it (D86). */
export const formatExhibition = (
  { id: _assignedHere, revision: _ofThisRow, ...exhibition }: Exhibition,
  nameOfPlatform: (platformId: number) => string,
): ExhibitionEntry => ({
  ...exhibition,
  platformIds: exhibition.platformIds && [...exhibition.platformIds],
  platformNames: exhibition.platformIds?.map(nameOfPlatform) ?? null,
})

/** AppError MIGRATION_FAILED names the exhibition by its `number` in the list and its slug, and the field. */
export function parseExhibition(member: unknown, number: number): ArchivedExhibition {
  const { slug: given }: { slug?: unknown } = member ?? {}
  const label = `exhibition ${number}${typeof given === 'string' ? ` (${given.slice(0, 40)})` : ''}`
  const entry = validEntry(ExhibitionEntry, member, label)
  const { slug, texts = {}, accessCode = null, deletedAfterDays = null, groupCountAtEnd = null } = entry
  const isMain = slug === mainSlug
  try {
    checkConsentTexts(texts.consentTexts, 'texts.consentTexts')
    const name = isMain ? null : optionalText('name', entry.name, limits.exhibitionName)
    if (name === null && !isMain) throw broken(`has an error in ${label}: name is missing`)
    const times = timesAfter(noTimes, entry)
    if (isMain && times.endsAt !== null) throw broken(`has an error in ${label}: endsAt must be null`)
    const platforms = entry.platformNames?.map((name) => name.trim().toLowerCase()) ?? entry.platformIds ?? null
    const fields = { texts, accessCode, deletedAfterDays, groupCountAtEnd, platforms, gallery: entry.gallery ?? false }
    return { label, slug, name, ...times, ...fields }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'MIGRATION_FAILED') throw error
    throw broken(`has an error in ${label}: ${error.message}`, error)
  }
}
