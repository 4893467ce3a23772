import { type Static, Type } from 'typebox'
import { limits } from './limits.ts'
import { operation, pathText } from './operation/operation.ts'
import { Nullable, Success, Timestamp } from './shapes.ts'

export const Takedown = Type.Object(
  {
    takedownId: Type.String({ description: 'Opaque.' }),
    groupId: Type.String(),
    groupName: Nullable(Type.String({ description: 'null also for a deleted group.' })),
    title: Nullable(Type.String()),
    platformId: Type.Integer(),
    platformName: Type.String(),
    displayName: Type.String(),
    reason: Type.Enum(['revoked', 'deleted']),
    url: Nullable(Type.String({ description: 'Where it was posted, if that was recorded.' })),
    revokedTimestamp: Nullable(Timestamp),
    done: Type.Boolean({ description: 'An admin confirmed that the post is gone.' }),
    doneTimestamp: Nullable(Timestamp),
    doneBy: Nullable(Type.String({ description: 'User name of the admin.' })),
  },
  { $id: 'Takedown' },
)
export type Takedown = Static<typeof Takedown>

export const listTakedowns = operation({
  method: 'GET',
  url: '/api/admin/consents/takedowns',
  access: 'moderator',
  summary: 'What has to be taken down: posts of revoked consents, deleted groups and deleted images.',
  description: 'They outlive their group (D78).',
  query: Type.Object({
    done: Type.Optional(Type.Boolean({ description: 'Only those done, or only those not done.' })),
  }),
  responses: {
    200: Type.Object({ success: Type.Literal(true), takedowns: Type.Array(Takedown), total: Type.Integer() }),
  },
  errors: [400, 403],
})

export const confirmTakedown = operation({
  method: 'PATCH',
  url: '/api/admin/consents/takedowns/{groupId}/{platformId}',
  access: 'moderator',
  summary: 'Mark the takedowns of a revoked consent as done, or as open again.',
  params: Type.Object({ groupId: pathText('Group id.'), platformId: pathText('Platform id.') }),
  body: Type.Object({ done: Type.Boolean() }),
  responses: { 200: Success({ takedown: Takedown }) },
  errors: [403, 404],
  codes: ['TAKEDOWN_NOT_FOUND'],
})

export const markTakedown = operation({
  method: 'PATCH',
  url: '/api/admin/consents/takedowns/{takedownId}',
  access: 'moderator',
  summary: 'Mark a takedown as done, or as open again.',
  params: Type.Object({ takedownId: pathText('Takedown id.') }),
  body: Type.Object({ done: Type.Boolean() }),
  responses: { 200: Success({ takedown: Takedown }) },
  errors: [403, 404],
  codes: ['TAKEDOWN_NOT_FOUND'],
})

export const Posting = Type.Object(
  {
    id: Type.Integer(),
    groupId: Type.String(),
    platformId: Type.Integer(),
    url: Type.String({ format: 'uri' }),
    imageIds: Type.Array(Type.Integer(), { description: 'Empty: all images of the group.' }),
    postedAt: Timestamp,
  },
  { $id: 'Posting' },
)
export type Posting = Static<typeof Posting>

export const recordPosting = operation({
  method: 'POST',
  url: '/api/admin/groups/{groupId}/postings',
  access: 'moderator',
  summary: 'Record where photos of a group were posted; a withdrawal or deletion makes a takedown of it.',
  params: Type.Object({ groupId: pathText('Group id.') }),
  body: Type.Object({
    platformId: Type.Integer(),
    url: Type.String({ format: 'uri', pattern: '^https?://', maxLength: limits.url }),
    imageIds: Type.Optional(Type.Array(Type.Integer(), { uniqueItems: true, maxItems: limits.imagesPerGroup })),
    postedAt: Type.Optional(Type.String({ format: 'date-time', description: 'Default now.' })),
  }),
  responses: { 201: Type.Object({ success: Type.Literal(true), posting: Posting }) },
  errors: [403, 404, 409],
  codes: ['NO_CONSENT', 'UNKNOWN_IMAGE', 'UNKNOWN_PLATFORM'],
})
