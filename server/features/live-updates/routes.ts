import { LRUCache } from 'lru-cache'
import { limits } from '#contract/limits.ts'
import type { FeedVersion, GroupsChanged, GroupsVersion } from '#contract/live-updates.ts'
import * as contract from '#contract/live-updates.ts'
import { coalesce } from '#server/concurrency/coalesce.ts'
import { mainSlug } from '#server/domain/exhibition.ts'
import { type GroupScope, isInScope } from '#server/domain/group-scope.ts'
import type { AdminSessions } from '#server/http/access/admin-sessions.ts'
import type { EventStream, EventStreams } from '#server/http/event-streams/event-streams.ts'
import type { Route } from '#server/http/route.ts'
import type { ContentChange } from '#server/ports/content-changes.ts'
import type { Deps } from '#server/ports/deps.ts'

interface LiveUpdates {
  readonly streams: EventStreams
  readonly sessions: AdminSessions
  /** Changes with the answer of the public feed of an exhibition. AppError EXHIBITION_NOT_FOUND. */
  readonly feedTag: (slug?: string) => Promise<string>
}

/** A HEAD would open a stream without a reader. */
const withoutHead = { exposeHeadRoute: false }

export function liveUpdateRoutes(deps: Deps, route: Route, { streams, sessions, feedTag }: LiveUpdates): void {
  const groups = groupsAudience(deps)
  const memoMethod = (slug: string) => slideshowAudience(deps, () => feedTag(slug))
  const slideshows = new LRUCache<string, Audience>({ max: limits.exhibitions + 1, memoMethod })

  route(contract.followGroups, withoutHead, ({ request, scope, reply }) => {
    const isAllowed = () => sessions.isCurrent(request, contract.followGroups.access)
    groups.add(streams.open({ request, reply, isAllowed }), scope)
    return reply
  })

  route(contract.followSlideshow, withoutHead, async ({ query: { exhibition = mainSlug }, request, reply }) => {
    // Not for a slug that does not exist; `main` always does, also while groups cannot be read.
    if (exhibition !== mainSlug) await feedTag(exhibition)
    slideshows.memo(exhibition).add(streams.open({ request, reply }))
    return reply
  })
}

interface Audience {
  /** `scope` is that of who reads it. */
  add(stream: EventStream, scope?: GroupScope): void
  readonly streams: ReadonlyMap<EventStream, GroupScope>
}

/** Streams that get the same events. Subscribes to changes while there is at least one. */
function createAudience(
  { database }: Pick<Deps, 'database'>,
  onChange: (change: ContentChange, audience: Audience) => void,
): Audience {
  const streams = new Map<EventStream, GroupScope>()
  let stop: (() => void) | undefined
  const audience: Audience = {
    streams,
    add(stream, scope = 'all') {
      streams.set(stream, scope)
      stop ??= database.changes.subscribe((change) => onChange(change, audience))
      void stream.closed.then(() => {
        streams.delete(stream)
        if (streams.size > 0) return
        stop?.()
        stop = undefined
      })
    },
  }
  return audience
}

/** The change as it is for who sees the groups of `scope`; undefined when it is about others (D84). */
function changeFor(scope: GroupScope, { change, places, at }: Placed): GroupsChanged | undefined {
  const { by, decision, movedFrom } = change
  if (scope === 'all') return { groupIds: [...change.groupIds], by, decision, at }
  const groupIds = change.groupIds.filter((groupId) => isInScope(scope, places.get(groupId)))
  if (groupIds.length > 0) return { groupIds, by, decision, at }
  // Too many to name, or moved out of sight: what is shown has to be loaded again, and no more is said.
  const mayBeOwn =
    change.groupIds.length === 0 || movedFrom === 'unknown' || movedFrom.some((id) => isInScope(scope, id))
  return mayBeOwn ? { groupIds: [], by: null, decision: null, at } : undefined
}

interface Placed {
  readonly change: ContentChange
  /** The exhibitions of its groups. */
  readonly places: ReadonlyMap<string, number>
  readonly at: string
}

/** Moderators learn which groups that they see changed, and who decided what. */
function groupsAudience(deps: Pick<Deps, 'database' | 'clock' | 'log'>): Audience {
  const { database, clock, log } = deps
  const noPlaces: Placed['places'] = new Map()
  const audience = createAudience(deps, (change, { streams }) => {
    const at = clock.now().toISOString()
    const send = (isLimited: boolean, places: Placed['places']) => {
      for (const [stream, scope] of streams) {
        const sent = (scope !== 'all') === isLimited && changeFor(scope, { change, places, at })
        if (sent) stream.send('change', sent)
      }
    }
    send(false, noPlaces)
    if (![...streams.values()].some((scope) => scope !== 'all')) return
    database.groups
      .exhibitionsOf(change.groupIds)
      .then((places) => send(true, places))
      .catch((err: unknown) => log.warn({ err }, 'a change was not reported to accounts of some exhibitions'))
  })
  const sendVersion = async (stream: EventStream, scope: GroupScope) => {
    await database.changes.subscribed()
    const current: GroupsVersion = { contentVersion: await database.changes.versionOf(scope) }
    stream.send('current', current)
  }
  return {
    ...audience,
    add(stream, scope = 'all') {
      // Added first: changes after the number is read arrive as events.
      audience.add(stream, scope)
      sendVersion(stream, scope).catch((err: unknown) => log.warn({ err }, 'an event stream starts without its number'))
    },
  }
}

/** Screens only learn that the feed has changed: uploads that wait for approval are no event. */
function slideshowAudience(deps: Pick<Deps, 'database' | 'log'>, feedTag: () => Promise<string>): Audience {
  let shown: string | undefined
  const compare = coalesce(async () => {
    const before = shown
    shown = await feedTag().catch((err: unknown) => {
      deps.log.warn({ err }, 'cannot tell whether the feed has changed')
      return ''
    })
    if (before === undefined || before === shown) return
    for (const stream of audience.streams.keys()) stream.send('change', {})
  })
  const audience = createAudience(deps, () => void compare())
  return {
    ...audience,
    add(stream) {
      audience.add(stream)
      void deps.database.changes
        .subscribed()
        .then(compare)
        .then(() => {
          const current: FeedVersion = { etag: shown ?? '' }
          if (current.etag !== '') stream.send('current', current)
        })
    },
  }
}
