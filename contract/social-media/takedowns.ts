import { type Static, Type } from 'typebox'
import { limits } from '#contract/limits.ts'
import { operation } from '#contract/operation/operation.ts'
import { Named, Nullable, Ok, ofExhibition, Success, Timestamp } from '#contract/shapes.ts'

export const Takedown = Named('Takedown', {
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
})
export type Takedown = Static<typeof Takedown>

export const listTakedowns = operation('GET /api/admin/consents/takedowns', 'moderator', {
  summary: 'What has to be taken down: posts of revoked consents, deleted groups and deleted images.',
  description: 'They outlive their group (D78).',
  query: Type.Object({
    ...ofExhibition,
    done: Type.Optional(Type.Boolean({ description: 'Only those done, or only those not done.' })),
  }),
  responses: { 200: Ok({ takedowns: Type.Array(Takedown), total: Type.Integer() }) },
})

export const confirmTakedown = operation('PATCH /api/admin/consents/takedowns/{groupId}/{platformId}', 'moderator', {
  summary: 'Mark the takedowns of a revoked consent as done, or as open again.',
  body: Type.Object({ done: Type.Boolean() }),
  responses: { 200: Success({ takedown: Takedown }) },
  codes: ['TAKEDOWN_NOT_FOUND'],
})

export const markTakedown = operation('PATCH /api/admin/consents/takedowns/{takedownId}', 'moderator', {
  summary: 'Mark a takedown as done, or as open again.',
  body: Type.Object({ done: Type.Boolean() }),
  responses: { 200: Success({ takedown: Takedown }) },
  codes: ['TAKEDOWN_NOT_FOUND'],
})

export const Posting = Named('Posting', {
  id: Type.Integer(),
  groupId: Type.String(),
  platformId: Type.Integer(),
  url: Type.String({ format: 'uri' }),
  imageIds: Type.Array(Type.Integer(), { description: 'Empty: all images of the group.' }),
  postedAt: Timestamp,
})
export type Posting = Static<typeof Posting>

export const recordPosting = operation('POST /api/admin/groups/{groupId}/postings', 'moderator', {
  summary: 'Record where photos of a group were posted; a withdrawal or deletion makes a takedown of it.',
  body: Type.Object({
    platformId: Type.Integer(),
    url: Type.String({ format: 'uri', pattern: '^https?://', maxLength: limits.url }),
    imageIds: Type.Optional(Type.Array(Type.Integer(), { uniqueItems: true, maxItems: limits.imagesPerGroup })),
    postedAt: Type.Optional(Type.String({ format: 'date-time', description: 'Default now.' })),
  }),
  responses: { 201: Ok({ posting: Posting }) },
  codes: ['NO_CONSENT', 'UNKNOWN_IMAGE', 'UNKNOWN_PLATFORM'],
})
