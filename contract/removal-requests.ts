import { type Static, Type } from 'typebox'
import { limits } from './limits.ts'
import { GroupRevisions } from './moderation.ts'
import { operation } from './operation/operation.ts'
import { listPart, Named, Nullable, Ok, ofExhibition, Success, Text, Timestamp } from './shapes.ts'

export const RemovalReason = Type.Enum(['me', 'my_child', 'rights', 'other'])
export type RemovalReason = Static<typeof RemovalReason>

export const RemovalStatus = Type.Enum(['open', 'done', 'refused'])
export type RemovalStatus = Static<typeof RemovalStatus>

export const RemovalDecision = Type.Enum(['remove', 'keep_hidden', 'redact', 'show_again'])
export type RemovalDecision = Static<typeof RemovalDecision>

export const createRemovalRequest = operation('POST /api/removal-requests', 'public', {
  summary: 'Ask for the removal of a photo.',
  description:
    'With a code or for a child the photo is hidden at once, until a moderator decides. The answer is the same whether or not there is such a photo. Needs code, imageId or message.',
  body: Type.Object({
    code: Type.Optional(Type.String({ maxLength: 50, description: 'The code that the screen shows with the photo.' })),
    imageId: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.idMax })),
    reason: RemovalReason,
    message: Type.Optional(Text(limits.removalMessage)),
    contact: Type.Optional(Text(limits.removalContact)),
  }),
  responses: {
    201: Ok({
      requestId: Type.String({ format: 'uuid', description: 'A secret: it opens the status.' }),
      statusUrl: Type.String(),
    }),
  },
  codes: ['TEXT_TOO_LONG', 'RATE_LIMITED', 'CROSS_SITE'],
})

export const getRemovalRequest = operation('GET /api/removal-requests/{requestId}', 'public', {
  summary: 'The state of a removal request.',
  responses: {
    200: Type.Object({
      requestId: Type.String({ format: 'uuid' }),
      status: RemovalStatus,
      createdAt: Timestamp,
      deadline: Timestamp,
      decidedAt: Nullable(Timestamp),
      note: Nullable(Type.String({ description: "The moderators' words." })),
    }),
  },
  codes: ['REMOVAL_REQUEST_NOT_FOUND', 'CROSS_SITE'],
})

/** As the moderators see it. */
export const RemovalRequest = Named('RemovalRequest', {
  requestId: Type.String({ format: 'uuid' }),
  groupId: Nullable(Type.String({ description: 'null, as imageId, where no photo was found.' })),
  imageId: Nullable(Type.Integer()),
  code: Nullable(Type.String({ description: 'As it was entered; where no photo has the imageId, its code.' })),
  reason: RemovalReason,
  message: Nullable(Type.String()),
  contact: Nullable(Type.String()),
  hiddenAtOnce: Type.Boolean(),
  createdAt: Timestamp,
  deadline: Timestamp,
  status: RemovalStatus,
  decision: Nullable(RemovalDecision),
  note: Nullable(Type.String()),
  decidedAt: Nullable(Timestamp),
  decidedBy: Nullable(Type.String({ description: 'User name; null when the photo was deleted otherwise.' })),
  previewPath: Nullable(Type.String({ description: 'null once the photo is deleted.' })),
  filePath: Nullable(Type.String({ description: 'null once the photo is deleted.' })),
  hidden: Type.Boolean({ description: 'The photo is hidden now.' }),
  redacted: Type.Boolean({ description: 'The photo was redacted after the request.' }),
  openFromAddress: Type.Integer({
    description: 'Open requests from the same address, this one included, but none for a child.',
  }),
})
export type RemovalRequest = Static<typeof RemovalRequest>

export const listRemovalRequests = operation('GET /api/admin/removal-requests', 'moderator', {
  summary: 'Removal requests: the open ones first, by deadline, then the others, newest first.',
  query: Type.Object({
    ...ofExhibition,
    status: Type.Optional(RemovalStatus),
    limit: listPart.limit,
  }),
  responses: { 200: Ok({ requests: Type.Array(RemovalRequest), total: Type.Integer() }) },
})

export const decideRemovalRequest = operation('PATCH /api/admin/removal-requests/{requestId}', 'moderator', {
  summary: 'Decide a removal request.',
  description:
    'remove deletes the photo, and its group when it is the only one. redact keeps it hidden until it is redacted (redactImage). show_again refuses the request.',
  body: Type.Object({ decision: RemovalDecision, note: Type.Optional(Text(limits.moderationNote)) }),
  responses: { 200: Success({ request: RemovalRequest, revisions: GroupRevisions }) },
  codes: ['REMOVAL_REQUEST_NOT_FOUND', 'REMOVAL_REQUEST_DECIDED', 'TEXT_TOO_LONG'],
})

export const refuseRemovalAddress = operation(
  'POST /api/admin/removal-requests/{requestId}/refuse-address',
  'moderator',
  {
    summary: 'Refuse the open requests from the address of this one, none for a child, and further ones for 24 hours.',
    responses: {
      200: Success({
        refused: Type.Integer({ description: 'Requests that were open. Their photos stay hidden until a decision.' }),
        blocked: Type.Boolean({ description: 'Whether further requests are refused: not in SHARED_NETWORKS.' }),
      }),
    },
    codes: ['REMOVAL_REQUEST_NOT_FOUND'],
  },
)
