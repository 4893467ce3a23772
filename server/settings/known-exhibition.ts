import { orThrow } from '#server/domain/errors.ts'
import { type Exhibition, exhibitionNotFound, isEndedAt } from '#server/domain/exhibition.ts'
import type { Deps } from '#server/ports/deps.ts'

type KnownDeps = Pick<Deps, 'exhibitions' | 'clock'>

/** The exhibition with this slug, also one that another replica has just added. AppError EXHIBITION_NOT_FOUND when it has ended. */
export async function knownExhibition({ exhibitions, clock }: KnownDeps, slug: string): Promise<Exhibition> {
  if (exhibitions.withSlug(slug) === undefined) await exhibitions.refresh()
  const exhibition = exhibitions.withSlug(slug)
  if (exhibition === undefined || isEndedAt(exhibition, clock.now())) throw exhibitionNotFound()
  return exhibition
}

/** The same by id, also of one that has ended. AppError EXHIBITION_NOT_FOUND. */
export async function exhibitionWithId({ exhibitions }: Pick<Deps, 'exhibitions'>, id: number): Promise<Exhibition> {
  if (exhibitions.withId(id) === undefined) await exhibitions.refresh()
  return orThrow(exhibitions.withId(id), exhibitionNotFound)
}
