import * as contract from '#contract/live-updates.ts'
import type { AdminSessions } from '#server/http/access/admin-sessions.ts'
import type { EventStreams } from '#server/http/event-streams/event-streams.ts'
import type { Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import { groupsAudience } from './groups-audience.ts'
import { slideshowAudience } from './slideshow-audience.ts'

interface LiveUpdates {
  readonly streams: EventStreams
  readonly sessions: AdminSessions
  /** Changes with the answer of the public feed. */
  readonly feedTag: () => Promise<string>
}

/** A HEAD would open a stream without a reader. */
const withoutHead = { exposeHeadRoute: false }

export function liveUpdateRoutes(deps: Deps, route: Route, { streams, sessions, feedTag }: LiveUpdates): void {
  const groups = groupsAudience(deps)
  const slideshow = slideshowAudience(deps, feedTag)

  route(
    contract.followGroups,
    ({ request, reply }) => {
      const isAllowed = () => sessions.isCurrent(request, contract.followGroups.access)
      groups.add(streams.open({ request, reply, isAllowed }))
      return reply
    },
    withoutHead,
  )

  route(
    contract.followSlideshow,
    ({ request, reply }) => {
      slideshow.add(streams.open({ request, reply }))
      return reply
    },
    withoutHead,
  )
}
