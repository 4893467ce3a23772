import { Type } from 'typebox'
import { limits } from './limits.ts'
import { operation, pathText } from './operation/operation.ts'
import { PublicGroup, SocialMediaPlatform } from './shapes.ts'

const section = 'Public groups'

export const listGroups = operation({
  method: 'GET',
  url: '/api/groups',
  access: 'public',
  section,
  summary: 'The approved groups in the order of the slideshow.',
  description:
    'Ordered by capture date, else 1 January of the year; then year, upload date and group id. Answers have an ETag.',
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: limits.listMin, maximum: limits.listMax })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.offsetMax })),
  }),
  responses: {
    200: Type.Object({
      groups: Type.Array(PublicGroup),
      totalCount: Type.Integer({ description: 'All matching groups, whatever limit and offset say.' }),
    }),
    304: Type.Null(),
  },
  errors: [400, 403],
})

export const getGroup = operation({
  method: 'GET',
  url: '/api/groups/{groupId}',
  access: 'public',
  section,
  summary: 'One approved group.',
  params: Type.Object({ groupId: pathText('Group id.') }),
  responses: { 200: PublicGroup, 304: Type.Null() },
  errors: [403, 404],
})

export const listPlatforms = operation({
  method: 'GET',
  url: '/api/social-media/platforms',
  access: 'public',
  withoutGroups: true,
  section,
  summary: 'The active social-media platforms.',
  responses: { 200: Type.Array(SocialMediaPlatform) },
})
