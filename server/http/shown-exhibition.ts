import type { ExhibitionFacts } from '#contract/exhibitions.ts'
import { type Exhibition, isEndedAt, isOpenAt, mainExhibitionId, mainSlug } from '#server/domain/exhibition.ts'
import type { Deps } from '#server/ports/deps.ts'

type ExhibitionDeps = Pick<Deps, 'exhibitions' | 'clock'>

/** The exhibition with this slug, `main` without one; undefined for an unknown one and for one that has ended (D83). */
export function shownExhibition(
  { exhibitions, clock }: ExhibitionDeps,
  slug: string = mainSlug,
): Exhibition | undefined {
  const exhibition = exhibitions.withSlug(slug)
  return exhibition && isEndedAt(exhibition, clock.now()) ? undefined : exhibition
}

export const isMain = ({ id }: Pick<Exhibition, 'id'>): boolean => id === mainExhibitionId

/** The path of its upload page. */
export const uploadPath = (exhibition: Exhibition): string => (isMain(exhibition) ? '/' : `/e/${exhibition.slug}`)

/** The query with which the plain form is about it; empty for `main`. */
export const exhibitionQuery = (exhibition: Exhibition): string =>
  isMain(exhibition) ? '' : `exhibition=${exhibition.slug}`

/** A staff link, where there is one, replaces the code (D91). */
export const factsOf = (
  { exhibitions, clock }: ExhibitionDeps,
  exhibition: Exhibition,
  staffLink?: unknown,
): ExhibitionFacts => {
  const { id, slug, opensAt, closesAt, accessCode } = exhibition
  const isOpen = isOpenAt(exhibition, clock.now())
  return {
    slug,
    name: exhibitions.nameOf(id).name,
    isOpen,
    opensAt,
    closesAt,
    needsCode: accessCode !== null && !staffLink,
  }
}

/** `main` without rules of its own: its page does not mention exhibitions. */
export const isPlain = (exhibition: Exhibition): boolean => {
  const { opensAt, closesAt, accessCode, platformIds } = exhibition
  return isMain(exhibition) && [opensAt, closesAt, accessCode, platformIds].every((rule) => rule === null)
}
