import type { GroupsChanged, GroupsVersion } from '#contract/live-updates.ts'
import type { EventStream } from '#server/http/event-streams/event-streams.ts'
import type { Deps } from '#server/ports/deps.ts'
import { type Audience, createAudience } from './audience.ts'

/** Moderators learn which groups changed, and who decided what. */
export function groupsAudience(deps: Pick<Deps, 'database' | 'clock' | 'log'>): Audience {
  const { database, clock, log } = deps
  const audience = createAudience(deps, ({ groupIds, by, decision }) => {
    const change: GroupsChanged = { groupIds: [...groupIds], by, decision, at: clock.now().toISOString() }
    audience.send('change', change)
  })
  const sendVersion = async (stream: EventStream) => {
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
