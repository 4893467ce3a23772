import { LRUCache } from 'lru-cache'
import { limits } from '#contract/limits.ts'
import { orThrow } from '#server/domain/errors.ts'
import { type Exhibition, exhibitionNotFound, isEndedAt, mainSlug } from '#server/domain/exhibition.ts'
import type { ReadyAnswer } from '#server/http/stored-files/ready-answer.ts'
import type { Deps } from '#server/ports/deps.ts'
import { type FeedScope, shownGroups } from './feed-cache.ts'
import { createPublishedFeed } from './published-feed.ts'
import { readyJson, tagOf } from './ready-json.ts'

type FeedDeps = Pick<Deps, 'database' | 'settings' | 'exhibitions' | 'clock'>
type Feed = ReturnType<typeof createPublishedFeed>

/** Asks for the groups of all exhibitions. */
const allSlugs = '*'

/** Of the slugs, in a fixed order, those that are known and have not ended. */
function shownOf({ exhibitions, clock }: Pick<FeedDeps, 'exhibitions' | 'clock'>, slugs: string): Exhibition[] {
  const now = clock.now()
  const found = [...new Set(slugs.split(','))].flatMap((slug) => exhibitions.withSlug(slug) ?? [])
  return found.filter((each) => !isEndedAt(each, now)).toSorted((a, b) => a.id - b.id)
}

function endedIds({ exhibitions, clock }: Pick<FeedDeps, 'exhibitions' | 'clock'>): number[] {
  const now = clock.now()
  return exhibitions.all.filter((each) => isEndedAt(each, now)).map(({ id }) => id)
}

/** Feeds of several exhibitions that are kept: anybody on the internal host may ask for any combination. */
const maxCombined = 20

type Scopes = ReturnType<typeof scopesOf>

function scopesOf({ exhibitions }: Pick<FeedDeps, 'exhibitions'>) {
  /** The slug is in the payload once there is a second exhibition. */
  async function slugOf(id: number): Promise<string | undefined> {
    // Another replica has just added it.
    if (exhibitions.withId(id) === undefined) await exhibitions.refresh()
    return exhibitions.all.length > 1 ? exhibitions.withId(id)?.slug : undefined
  }
  return {
    of: (shown: readonly Exhibition[]): FeedScope => {
      const names = new Map(shown.map(({ id, slug }) => [id, exhibitions.all.length > 1 ? slug : undefined]))
      return { exhibitionIds: [...names.keys()], shows: (id) => names.has(id), slugOf: (id) => names.get(id) }
    },
    allBut: (ended: readonly number[]): FeedScope => ({
      exhibitionIds: undefined,
      shows: (id) => !ended.includes(id),
      slugOf,
    }),
  }
}

/** The feeds that are kept in memory. Whether an exhibition has ended is decided by the clock at each read. */
function keptFeeds({ database, settings, exhibitions, clock }: FeedDeps, scopes: Scopes) {
  const feeds = new LRUCache<string, Feed>({ max: limits.exhibitions + 1 })
  const combined = new LRUCache<string, Feed>({ max: maxCombined })
  let severalBefore = false
  let endedBefore = ''

  function kept(of: LRUCache<string, Feed>, key: string, scope: () => FeedScope): Feed {
    const feed = of.get(key) ?? createPublishedFeed({ database, settings, scope: scope() })
    of.set(key, feed)
    return feed
  }

  function ofAll(): Feed {
    const ended = endedIds({ exhibitions, clock })
    // Its groups may not be marked yet.
    if (endedBefore !== ended.join()) feeds.delete(allSlugs)
    endedBefore = ended.join()
    return kept(feeds, allSlugs, () => scopes.allBut(ended))
  }

  return {
    /** Of one slug, or of several with commas; undefined where each is unknown here or has ended. */
    feedOf(slug: string = mainSlug): Feed | undefined {
      const several = exhibitions.all.length > 1
      if (several !== severalBefore) for (const each of [feeds, combined]) each.clear()
      severalBefore = several
      if (slug === allSlugs && several) return ofAll()
      const shown = shownOf({ exhibitions, clock }, slug === allSlugs ? mainSlug : slug)
      if (shown.length > 0) {
        // The slug of one that was deleted can be another's.
        const key = shown.map(({ id }) => id).join()
        return kept(shown.length > 1 ? combined : feeds, key, () => scopes.of(shown))
      }
      const ended = exhibitions.withSlug(slug)
      if (ended) feeds.delete(String(ended.id))
      return undefined
    },
  }
}

/** The public feeds, one for each exhibition that is asked for, all over the same counters of changes (D82). */
export function createPublishedFeeds(deps: FeedDeps) {
  const { database, exhibitions } = deps
  const scopes = scopesOf(deps)
  const { feedOf } = keptFeeds(deps, scopes)

  async function find(slug?: string): Promise<Feed> {
    const known = feedOf(slug)
    if (known) return known
    await exhibitions.refresh()
    return orThrow(feedOf(slug), exhibitionNotFound)
  }

  return {
    /** Of `main` by default, of several slugs with commas, of all with `*`. AppError EXHIBITION_NOT_FOUND. */
    find,
    /** Changes with the answer of all groups of an exhibition. AppError EXHIBITION_NOT_FOUND. */
    tag: async (slug?: string): Promise<string> => (await find(slug)).tag(),
    /** A group of any exhibition that has not ended. */
    async group(groupId: string): Promise<ReadyAnswer | undefined> {
      const answer = await feedOf()?.group(groupId)
      if (answer || exhibitions.all.length === 1) return answer
      const [shown] = await shownGroups({ database, scope: scopes.allBut(endedIds(deps)) }, [groupId])
      return shown && readyJson(tagOf(shown.body), shown.body)
    },
    /** All groups of an exhibition; undefined unless they are in memory and up to date. */
    cached: (slug?: string) => feedOf(slug)?.cached(),
    cachedGroup: (groupId: string) => feedOf()?.cached(groupId),
  }
}
