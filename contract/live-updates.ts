import { type Static, Type } from 'typebox'
import { operation } from './operation.ts'
import { Nullable, Timestamp } from './shapes.ts'

const section = 'Beyond the specification'
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

export const followGroups = operation({
  method: 'GET',
  url: '/api/admin/events',
  access: 'moderator',
  withoutGroups: true,
  section,
  summary: 'A stream of events: `change` (GroupsChanged) after each change of groups by anybody.',
  description: 'A change can be reported twice. After a break, load again what is shown.',
  responses: { 200: text },
  produces: 'text/event-stream',
  errors: [403, 429, 500, 503],
  codes: ['RATE_LIMITED'],
})

export const followSlideshow = operation({
  method: 'GET',
  url: '/api/slideshow/events',
  access: 'public',
  withoutGroups: true,
  section,
  summary: 'A stream of events: `change`, without data of its own, when `GET /api/groups` has another answer.',
  responses: { 200: text },
  produces: 'text/event-stream',
  errors: [403, 429, 500, 503],
  codes: ['RATE_LIMITED'],
})
