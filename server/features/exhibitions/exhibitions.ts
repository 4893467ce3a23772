import type { ExhibitionChange, ExhibitionTexts, NewExhibition } from '#contract/exhibitions.ts'
import { limits } from '#contract/limits.ts'
import type { Admin, Operator } from '#server/domain/caller.ts'
import { platformWithId } from '#server/domain/consents/consent.ts'
import { AppError, invalidBody, orThrow } from '#server/domain/errors.ts'
import {
  type Exhibition,
  exhibitionNotFound,
  isEndedAt,
  mainExhibitionId,
  type NewExhibition as NewRow,
} from '#server/domain/exhibition.ts'
import { invalidTimes, timesAfter } from '#server/domain/exhibition-times.ts'
import { checkConsentTexts } from '#server/domain/settings/setting-checks.ts'
import { nameFrom } from '#server/domain/text/text.ts'
import { moveGroup } from '#server/groups/move-group.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'

export type ExhibitionDeps = Pick<Deps, 'database' | 'clock' | 'settings' | 'exhibitions'>

const noTimes = { opensAt: null, closesAt: null, endsAt: null } as const

/** AppError EXHIBITION_NOT_FOUND. */
const lockExhibition = async (tx: Transaction, id: number): Promise<Exhibition> =>
  orThrow(await tx.exhibitions.lock(id), exhibitionNotFound)

/** Runs `change` in one transaction; when it resolves, all requests to this process see what has changed. */
async function changing<T>(
  { database, exhibitions }: ExhibitionDeps,
  change: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const changed = await database.transaction(change)
  await exhibitions.refresh()
  return changed
}

function textsFrom(texts: ExhibitionTexts): ExhibitionTexts {
  checkConsentTexts(texts.consentTexts, 'texts.consentTexts')
  return texts
}

/** AppError UNKNOWN_PLATFORM. One that is switched off may be named: nobody is asked for it until it is switched on. */
async function platformIdsFrom(tx: Transaction, ids: readonly number[] | null): Promise<readonly number[] | null> {
  const platforms = ids === null ? [] : await tx.platforms.all()
  for (const id of ids ?? []) platformWithId(platforms, id)
  return ids
}

/** AppError SLUG_TAKEN, TOO_MANY_EXHIBITIONS. */
async function add(tx: Transaction, exhibition: NewRow): Promise<Exhibition> {
  // One at a time, so that there are no more than allowed.
  await tx.serviceState.lock('exhibitions')
  if ((await tx.exhibitions.all()).length >= limits.exhibitions) {
    const message = `There are ${limits.exhibitions} exhibitions, the most there can be`
    throw new AppError('TOO_MANY_EXHIBITIONS', message, { details: { limit: limits.exhibitions } })
  }
  const added = await tx.exhibitions.add(exhibition)
  if (added) return added
  const message = `Another exhibition has or had the slug ${exhibition.slug}`
  throw new AppError('SLUG_TAKEN', message, { details: { field: 'slug' } })
}

/** AppError SLUG_TAKEN, INVALID_TIMES, INVALID_BODY, UNKNOWN_PLATFORM, TEXT_TOO_LONG, TOO_MANY_EXHIBITIONS. */
export function createExhibition(
  deps: ExhibitionDeps,
  _by: Admin | Operator,
  body: NewExhibition,
): Promise<Exhibition> {
  const { slug, deletedAfterDays = null, accessCode = null, texts = {}, platformIds = null, gallery = false } = body
  const name = nameFrom(body.name, limits.exhibitionName)
  const checked = { texts: textsFrom(texts), ...timesAfter(noTimes, body) }
  const fields = { slug, name, deletedAfterDays, accessCode, gallery, ...checked }
  return changing(deps, async (tx) => add(tx, { ...fields, platformIds: await platformIdsFrom(tx, platformIds) }))
}

/** The same texts, platforms and limits under another name; no times, no groups and no gallery. AppError as `createExhibition`, EXHIBITION_NOT_FOUND. */
export function copyExhibition(
  deps: ExhibitionDeps,
  _by: Admin,
  { id, slug, name: text }: { readonly id: number; readonly slug: string; readonly name: string },
): Promise<Exhibition> {
  const name = nameFrom(text, limits.exhibitionName)
  return changing(deps, async (tx) => {
    const { deletedAfterDays, accessCode, texts, platformIds } = await lockExhibition(tx, id)
    return add(tx, { slug, name, ...noTimes, deletedAfterDays, accessCode, texts, platformIds, gallery: false })
  })
}

/** `main` has the site's name and never ends. */
function checkMain(change: ExhibitionChange, siteName: string): void {
  if (change.endsAt) throw invalidTimes('endsAt', 'The exhibition main cannot end')
  if (change.name === undefined || change.name === siteName) return
  throw invalidBody('name', "The exhibition main has the site's name, which is a setting")
}

function checkSlug({ slug }: Exhibition, wanted: string | undefined): void {
  if (wanted === undefined || wanted === slug) return
  throw invalidBody('slug', `The slug ${slug} is kept for good; a copy can have another`)
}

/** AppError EXHIBITION_NOT_FOUND, EXHIBITION_CHANGED, NO_FIELDS, and those of `createExhibition`. */
export function updateExhibition(
  deps: ExhibitionDeps,
  _by: Admin | Operator,
  { id, change }: { readonly id: number; readonly change: ExhibitionChange },
): Promise<Exhibition> {
  const { revision, slug, name, texts, platformIds, ...rest } = change
  const isMain = id === mainExhibitionId
  if (Object.keys(change).every((key) => key === 'revision')) {
    throw new AppError('NO_FIELDS', 'The body names nothing to change')
  }
  if (isMain) checkMain(change, deps.settings.current.siteName)
  const newName = name === undefined || isMain ? {} : { name: nameFrom(name, limits.exhibitionName) }
  const newTexts = texts && { texts: textsFrom(texts) }
  return changing(deps, async (tx) => {
    const before = await lockExhibition(tx, id)
    if (revision !== undefined && revision !== before.revision) {
      throw new AppError('EXHIBITION_CHANGED', 'The exhibition has changed since it was loaded; look at it again')
    }
    checkSlug(before, slug)
    const platforms = platformIds !== undefined && { platformIds: await platformIdsFrom(tx, platformIds) }
    return tx.exhibitions.update({
      ...before,
      ...rest,
      ...newName,
      ...newTexts,
      ...platforms,
      ...timesAfter(before, rest),
    })
  })
}

/** One that has ended keeps its slug from others. AppError EXHIBITION_NOT_FOUND, EXHIBITION_NOT_EMPTY. */
export const deleteExhibition = (deps: ExhibitionDeps, _by: Admin, id: number): Promise<void> =>
  changing(deps, async (tx) => {
    const exhibition = await lockExhibition(tx, id)
    if (id === mainExhibitionId || (await tx.exhibitions.holdsGroups(id))) {
      throw new AppError('EXHIBITION_NOT_EMPTY', 'Only an exhibition without groups can be deleted, and main never')
    }
    await tx.exhibitions.remove(id, { keepsSlug: isEndedAt(exhibition, deps.clock.now()) })
  })

/** All of the groups or none. AppError EXHIBITION_NOT_FOUND, GROUP_NOT_FOUND. */
export const moveGroups = (
  deps: ExhibitionDeps,
  _by: Admin,
  { id, groupIds }: { readonly id: number; readonly groupIds: readonly string[] },
): Promise<{ target: Exhibition; movedCount: number }> =>
  deps.database.transaction(async (tx) => {
    const target = await lockExhibition(tx, id)
    const now = deps.clock.now()
    let movedCount = 0
    // In a fixed order, so that two requests for the same groups cannot deadlock.
    for (const groupId of [...new Set(groupIds)].toSorted()) {
      if (await moveGroup(tx, groupId, { target, now })) movedCount += 1
    }
    return { target, movedCount }
  })
