import * as contract from '#contract/exhibitions.ts'
import { orThrow } from '#server/domain/errors.ts'
import { type Exhibition, exhibitionNotFound, isEndedAt, isOpenAt, offersPlatform } from '#server/domain/exhibition.ts'
import { isInScope } from '#server/domain/group-scope.ts'
import { exhibitionTexts } from '#server/domain/settings/exhibition-texts.ts'
import { idFrom } from '#server/domain/text/integer.ts'
import { cachedGroupCount } from '#server/groups/cached-count.ts'
import { markEnded } from '#server/groups/mark-ended.ts'
import { presentPlatform } from '#server/groups/presentation/present-group.ts'
import type { Route } from '#server/http/route.ts'
import { sendArchive } from '#server/http/send-archive.ts'
import { factsOf } from '#server/http/shown-exhibition.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { ExhibitionCounts } from '#server/ports/exhibitions.ts'
import type { EnsureClean } from '#server/ports/file-store.ts'
import { knownExhibition } from '#server/settings/known-exhibition.ts'
import { exhibitionArchive } from './exhibition-archive.ts'
import { copyExhibition, createExhibition, deleteExhibition, moveGroups, updateExhibition } from './exhibitions.ts'

export function exhibitionRoutes(deps: Deps, route: Route): void {
  const counts = cachedGroupCount(deps, { name: 'exhibitions', count: () => deps.database.exhibitions.counts() })
  const answer = async (message: string, exhibition: Exhibition) => {
    const { value } = await counts()
    const count = value.find(({ id }) => id === exhibition.id)
    return { message, exhibition: presentExhibition(deps, exhibition, count) }
  }

  route(contract.listExhibitions, async ({ scope }) => {
    const { value } = await counts()
    const countOf = new Map(value.map((each) => [each.id, each]))
    const seen = (await deps.database.exhibitions.all()).filter(({ id }) => isInScope(scope, id))
    const exhibitions = seen.map((each) => presentExhibition(deps, each, countOf.get(each.id)))
    return { exhibitions, count: exhibitions.length }
  })

  route(contract.createExhibition, async ({ deps, body, caller }) =>
    answer('The exhibition was added', await createExhibition(deps, caller, body)),
  )

  route(contract.updateExhibition, async ({ deps, params, body: change, caller }) => {
    const exhibition = await updateExhibition(deps, caller, { id: idFrom(params.id), change })
    // The first of its groups at once; the job goes on.
    await markEnded(deps, exhibition.id)
    return answer('The exhibition was changed', exhibition)
  })

  route(contract.deleteExhibition, async ({ deps, params, caller }) => {
    await deleteExhibition(deps, caller, idFrom(params.id))
    return { message: 'The exhibition was deleted' }
  })

  route(contract.copyExhibition, async ({ deps, params, body, caller }) =>
    answer('The exhibition was copied', await copyExhibition(deps, caller, { ...body, id: idFrom(params.id) })),
  )

  route(contract.moveGroups, async ({ deps, params, body, caller }) => {
    const { target, movedCount } = await moveGroups(deps, caller, { ...body, id: idFrom(params.id) })
    return { ...(await answer('The groups were moved', target)), movedCount }
  })

  route(contract.getExhibition, async ({ deps, params, reply }) => {
    reply.header('cache-control', 'no-cache')
    // The form was opened: the first photo will not wait for a preview process.
    void deps.previewer.warmUp().catch(() => undefined)
    return presentToVisitors(deps, await knownExhibition(deps, params.slug))
  })
}

export function exhibitionArchiveRoute(route: Route, ensureClean: EnsureClean): void {
  route(contract.downloadExhibitionArchive, async ({ deps, params, request, reply }) => {
    const exhibition = orThrow(await deps.database.exhibitions.find(idFrom(params.id)), exhibitionNotFound)
    const archive = await exhibitionArchive(deps, ensureClean, exhibition)
    const name = `${exhibition.slug}-${deps.clock.now().toISOString().slice(0, 10)}.zip`
    return sendArchive(archive, name, { request, reply })
  })
}

/** As the team sees it. */
function presentExhibition(
  { clock, exhibitions }: Pick<Deps, 'clock' | 'exhibitions'>,
  exhibition: Exhibition,
  { pending, approved, images }: ExhibitionCounts = { pending: 0, approved: 0, images: 0 },
): contract.Exhibition {
  const now = clock.now()
  return {
    ...exhibition,
    name: exhibition.name ?? exhibitions.nameOf(exhibition.id).name,
    platformIds: exhibition.platformIds === null ? null : [...exhibition.platformIds],
    isOpen: isOpenAt(exhibition, now),
    isEnded: isEndedAt(exhibition, now),
    counts: { pending, approved, images },
  }
}

/** Without the access code (D81). */
async function presentToVisitors(
  deps: Pick<Deps, 'clock' | 'settings' | 'exhibitions' | 'database'>,
  exhibition: Exhibition,
) {
  const platforms = await deps.database.platforms.all()
  return {
    ...factsOf(deps, exhibition),
    texts: exhibitionTexts(deps.settings.current, exhibition),
    platforms: platforms.filter((each) => each.isActive && offersPlatform(exhibition, each)).map(presentPlatform),
  }
}
