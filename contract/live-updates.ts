import { type Static, Type } from 'typebox'
import { limits } from './limits.ts'
import { operationsWith } from './operation/operation.ts'
import { Nullable, Timestamp } from './shapes.ts'

const text = Type.String({ description: 'Server-sent events, as EventSource reads them.' })

export const Decision = Type.Enum(['approved', 'unapproved', 'deleted'])
export type Decision = Static<typeof Decision>

/** The data of a `change` for moderators. */
export const GroupsChanged = Type.Object({
  groupIds: Type.Array(Type.String(), { description: 'Empty when there are too many to name.' }),
  by: Nullable(Type.String({ description: 'User name; null when it was an owner or the service.' })),
  decision: Nullable(Decision),
  at: Timestamp,
})
export type GroupsChanged = Static<typeof GroupsChanged>

/** The data of the first event for moderators, `current`. */
export const GroupsVersion = Type.Object({
  contentVersion: Type.Integer({ description: 'A different number means that groups have changed.' }),
})
export type GroupsVersion = Static<typeof GroupsVersion>

/** The data of the first event for screens, `current`. */
export const FeedVersion = Type.Object({ etag: Type.String({ description: 'Of `GET /api/groups` now.' }) })
export type FeedVersion = Static<typeof FeedVersion>

const operation = operationsWith({ withoutGroups: true })

export const followGroups = operation('GET /api/admin/events', 'moderator', {
  summary: 'A stream of events: `change` (GroupsChanged) after each change of groups by anybody.',
  description:
    'The first event is `current` (GroupsVersion): load again what is shown when its number is not the one known, as ' +
    'from getCsrfToken. A change can be reported twice.',
  responses: { 200: text },
  produces: 'text/event-stream',
  codes: ['RATE_LIMITED', 'TEMPORARILY_UNAVAILABLE'],
})

export const followSlideshow = operation('GET /api/slideshow/events', 'public', {
  summary: 'A stream of events: `change`, without data of its own, when `GET /api/groups` has another answer.',
  description: 'The first event is `current` (FeedVersion).',
  query: Type.Object({
    exhibition: Type.Optional(
      Type.String({ maxLength: limits.feedExhibitions * 41, description: 'As in `GET /api/groups`.' }),
    ),
  }),
  responses: { 200: text },
  produces: 'text/event-stream',
  codes: ['RATE_LIMITED', 'EXHIBITION_NOT_FOUND', 'TEMPORARILY_UNAVAILABLE'],
})
