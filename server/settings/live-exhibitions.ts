import { type Exhibition, mainSlug } from '#server/domain/exhibition.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { LiveExhibitions } from '#server/ports/exhibitions.ts'
import { keepRefreshed } from './keep-refreshed.ts'

const indexed = (revision: string, all: readonly Exhibition[]) => ({
  revision,
  all,
  bySlug: new Map(all.map((each) => [each.slug, each])),
  byId: new Map(all.map((each) => [each.id, each])),
})

/** Reads the exhibitions, and again after each change by any process. */
export async function openExhibitions(
  deps: Pick<Deps, 'database' | 'settings' | 'log'>,
): Promise<LiveExhibitions & AsyncDisposable> {
  const { database, settings, log } = deps
  // The revision first: rows that are newer than it are read again; older ones would stay.
  const read = async (revision: string) => indexed(revision, await database.exhibitions.all())
  let live = await read(await database.exhibitions.revision())
  const refresh = async () => {
    const revision = await database.exhibitions.revision()
    if (revision !== live.revision) live = await read(revision)
  }
  const refreshing = keepRefreshed(refresh, log)
  return {
    get all() {
      return live.all
    },
    withSlug: (slug) => live.bySlug.get(slug),
    withId: (id) => live.byId.get(id),
    nameOf(id) {
      const { slug, name } = live.byId.get(id) ?? { slug: mainSlug, name: null }
      return { slug, name: name ?? settings.current.siteName }
    },
    refresh,
    [Symbol.asyncDispose]: () => refreshing[Symbol.asyncDispose](),
  }
}
