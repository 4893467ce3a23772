import { type Static, Type } from 'typebox'
import { operation, pathText } from './operation.ts'
import { Nullable, Success, Timestamp } from './shapes.ts'

const section = 'Beyond the specification'

export const Takedown = Type.Object(
  {
    groupId: Type.String(),
    groupName: Nullable(Type.String()),
    title: Nullable(Type.String()),
    platformId: Type.Integer(),
    platformName: Type.String(),
    displayName: Type.String(),
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
  section,
  summary: 'Revoked platform consents and whether the post was taken down.',
  query: Type.Object({
    done: Type.Optional(Type.Boolean({ description: 'Only those done, or only those not done.' })),
  }),
  responses: {
    200: Type.Object({ success: Type.Literal(true), takedowns: Type.Array(Takedown), total: Type.Integer() }),
  },
  errors: [400, 403, 500],
})

export const confirmTakedown = operation({
  method: 'PATCH',
  url: '/api/admin/consents/takedowns/{groupId}/{platformId}',
  access: 'moderator',
  section,
  summary: 'Mark a takedown as done, or as open again.',
  params: Type.Object({ groupId: pathText('Group id.'), platformId: pathText('Platform id.') }),
  body: Type.Object({ done: Type.Boolean() }),
  responses: { 200: Success({ takedown: Takedown }) },
  errors: [400, 403, 404, 413, 415, 500],
  codes: ['TAKEDOWN_NOT_FOUND'],
})
