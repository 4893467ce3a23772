import { LRUCache } from 'lru-cache'
import { limits } from '#contract/limits.ts'
import type { FeedVersion, GroupsChanged, GroupsVersion } from '#contract/live-updates.ts'
import * as contract from '#contract/live-updates.ts'
import { coalesce } from '#server/concurrency/coalesce.ts'
import { mainSlug } from '#server/domain/exhibition.ts'
import type { AdminSessions } from '#server/http/access/admin-sessions.ts'
import type { EventStream, EventStreams } from '#server/http/event-streams/event-streams.ts'
import type { Route } from '#server/http/route.ts'
import type { ContentChange } from '#server/ports/content-changes.ts'
import type { Deps } from '#server/ports/deps.ts'

type FeedTag = (slug?: string) => Promise<string>

interface LiveUpdates {
  readonly streams: EventStreams
  readonly sessions: AdminSessions
  /** Changes with the answer of the public feed of an exhibition. AppError EXHIBITION_NOT_FOUND. */
  readonly feedTag: FeedTag
}

/** A HEAD would open a stream without a reader. */
const withoutHead = { exposeHeadRoute: false }

export function liveUpdateRoutes(deps: Deps, route: Route, { streams, sessions, feedTag }: LiveUpdates): void {
  const groups = groupsAudience(deps)
  const slideshows = new LRUCache<string, Audience>({ max: limits.exhibitions + 1 })
  const slideshowOf = (slug: string) => {
    const audience = slideshows.get(slug) ?? slideshowAudience(deps, () => feedTag(slug))
    slideshows.set(slug, audience)
    return audience
  }

  route(contract.followGroups, withoutHead, ({ request, reply }) => {
    const isAllowed = () => sessions.isCurrent(request, contract.followGroups.access)
    groups.add(streams.open({ request, reply, isAllowed }))
    return reply
  })

  route(contract.followSlideshow, withoutHead, async ({ query: { exhibition = mainSlug }, request, reply }) => {
    // Not for a slug that does not exist; `main` always does, also while groups cannot be read.
    if (exhibition !== mainSlug) await feedTag(exhibition)
    slideshowOf(exhibition).add(streams.open({ request, reply }))
    return reply
  })
}

interface Audience {
  add(stream: EventStream): void
  send(event: string, data: unknown): void
}

/** Streams that get the same events. Subscribes to changes while there is at least one. */
function createAudience(
  { database }: Pick<Deps, 'database'>,
  onChange: (change: ContentChange, audience: Audience) => void,
): Audience {
  const streams = new Set<EventStream>()
  let stop: (() => void) | undefined
  const audience: Audience = {
    add(stream) {
      streams.add(stream)
      stop ??= database.changes.subscribe((change) => onChange(change, audience))
      void stream.closed.then(() => {
        streams.delete(stream)
        if (streams.size > 0) return
        stop?.()
        stop = undefined
      })
    },
    send(event, data) {
      for (const stream of streams) stream.send(event, data)
    },
  }
  return audience
}

/** Moderators learn which groups changed, and who decided what. */
function groupsAudience(deps: Pick<Deps, 'database' | 'clock' | 'log'>): Audience {
  const { database, clock, log } = deps
  const audience = createAudience(deps, ({ groupIds, by, decision }) => {
    const change: GroupsChanged = { groupIds: [...groupIds], by, decision, at: clock.now().toISOString() }
    audience.send('change', change)
  })
  const sendVersion = async (stream: EventStream) => {
    await database.changes.subscribed()
    const current: GroupsVersion = { contentVersion: await database.changes.version() }
    stream.send('current', current)
  }
  return {
    ...audience,
    add(stream) {
      // Added first: changes after the number is read arrive as events.
      audience.add(stream)
      sendVersion(stream).catch((err: unknown) => log.warn({ err }, 'an event stream starts without its number'))
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
    if (before !== undefined && before !== shown) audience.send('change', {})
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
