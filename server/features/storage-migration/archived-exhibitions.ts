import { limits } from '#contract/limits.ts'
import type { SocialMediaPlatform } from '#server/domain/consents/consent.ts'
import { orThrow } from '#server/domain/errors.ts'
import { type Exhibition, isEndedAt, mainExhibitionId } from '#server/domain/exhibition.ts'
import type { Transaction } from '#server/ports/deps.ts'
import type { ArchivedExhibition, ArchivedGroup } from '#server/ports/group-archive.ts'
import { brokenEntry } from './complete-group.ts'

const bySlug = (exhibitions: readonly Exhibition[]) => new Map(exhibitions.map((each) => [each.slug, each]))

/**
 * Checks the exhibitions of `groups.json` against each other and those that are here; one of the same slug stays as it is
 * here, unless that would show what has ended. `usedBy`: the first group in each. Returns warnings. AppError MIGRATION_FAILED.
 */
export function checkExhibitions(
  archived: readonly ArchivedExhibition[],
  usedBy: ReadonlyMap<string, Pick<ArchivedGroup, 'label'>>,
  { exhibitions, now }: { readonly exhibitions: readonly Exhibition[]; readonly now: Date },
): string[] {
  const here = bySlug(exhibitions)
  const known = new Set(here.keys())
  const warnings: string[] = []
  const listed = new Set<string>()
  for (const each of archived) {
    const { slug, label } = each
    if (listed.has(slug)) throw brokenEntry(each, 'slug is used more than once')
    listed.add(slug)
    known.add(slug)
    const same = here.get(slug)
    if (same === undefined || isUntouched(same)) continue
    if (isEndedAt(each, now) && !isEndedAt(same, now)) {
      throw brokenEntry(each, `endsAt has passed, but the exhibition ${slug} of this installation has not ended`)
    }
    if (differs(each, same)) warnings.push(`${label} is here already: it stays as it is`)
  }
  for (const [slug, group] of usedBy) {
    if (!known.has(slug)) throw brokenEntry(group, `exhibition ${slug} is neither in "exhibitions" nor here`)
  }
  return warnings
}

/** `main` as every installation has it at first. */
const isUntouched = ({ id, revision }: Exhibition): boolean => id === mainExhibitionId && revision === 1

const differs = (archived: ArchivedExhibition, here: Exhibition): boolean =>
  (['name', 'opensAt', 'closesAt', 'endsAt', 'deletedAfterDays', 'accessCode', 'texts'] as const).some(
    (field) => JSON.stringify(archived[field]) !== JSON.stringify(here[field]),
  )

function platformIdsOf(archived: ArchivedExhibition, platforms: readonly SocialMediaPlatform[]): number[] | null {
  const ids = archived.platforms?.map((wanted) => {
    const found = platforms.find(({ platformId, platformName }) => wanted === platformId || wanted === platformName)
    if (found) return found.platformId
    throw brokenEntry(archived, `platformIds has ${wanted}, which is no platform that exists`)
  })
  return ids ? [...new Set(ids)] : null
}

/** Names of platforms that the database does not know. */
export const unknownPlatformsOf = (
  { platforms }: ArchivedExhibition,
  known: readonly SocialMediaPlatform[],
): readonly string[] =>
  (platforms ?? [])
    .filter((name) => typeof name === 'string')
    .filter((name) => known.every((each) => each.platformName !== name))

/**
 * Adds the exhibitions of the file that are not here (D86), and returns all by slug. AppError MIGRATION_FAILED when
 * there would be too many, or the slug of one was given away for good (D79).
 */
export async function addExhibitions(
  tx: Transaction,
  archived: readonly ArchivedExhibition[],
  platforms: readonly SocialMediaPlatform[],
): Promise<ReadonlyMap<string, Exhibition>> {
  // One at a time, so that there are no more than allowed.
  await tx.serviceState.lock('exhibitions')
  const here = bySlug(await tx.exhibitions.all())
  for (const each of archived) {
    const { label: _, platforms: __, groupCountAtEnd, ...fields } = each
    const row = { ...fields, platformIds: platformIdsOf(each, platforms) }
    const same = here.get(each.slug)
    if (same && isUntouched(same)) await tx.exhibitions.update({ ...same, ...row })
    if (same) continue
    if (here.size >= limits.exhibitions) throw brokenEntry(each, `there are ${limits.exhibitions} already`)
    const added = await tx.exhibitions.add(row)
    if (added === undefined) throw brokenEntry(each, 'slug is that of an exhibition that was deleted here')
    if (groupCountAtEnd !== null) await tx.exhibitions.setGroupCountAtEnd(added.id, groupCountAtEnd)
    here.set(added.slug, added)
  }
  return here
}

/**
 * Where a group of the file is. Where its exhibition has ended and the group is not marked, the clock keeps it from the public until
 * the job gives its photos new names (D82). AppError MIGRATION_FAILED.
 */
export const exhibitionOf = (archived: ArchivedGroup, exhibitions: ReadonlyMap<string, Exhibition>): Exhibition =>
  orThrow(exhibitions.get(archived.exhibition), () =>
    brokenEntry(archived, `exhibition ${archived.exhibition} was deleted meanwhile`),
  )
