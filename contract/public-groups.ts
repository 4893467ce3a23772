import { Type } from 'typebox'
import { limits } from './limits.ts'
import { operationsWith } from './operation/operation.ts'
import { listPart, PublicGroup, SocialMediaPlatform } from './shapes.ts'

const specified = operationsWith({ section: 'Public groups' })

export const listGroups = specified('GET /api/groups', 'public', {
  summary: 'The approved groups in the order of the slideshow.',
  description:
    'Ordered by capture date, else 1 January of the year; then year, upload date and group id. Answers have an ETag.',
  query: Type.Object({
    ...listPart,
    exhibition: Type.Optional(
      Type.String({
        maxLength: limits.feedExhibitions * 41,
        description: 'Slug of an exhibition, or several with commas; `*` for all, `main` when absent (D82).',
      }),
    ),
  }),
  responses: {
    200: Type.Object({
      groups: Type.Array(PublicGroup),
      totalCount: Type.Integer({ description: 'All matching groups, whatever limit and offset say.' }),
    }),
    304: Type.Null(),
  },
  codes: ['EXHIBITION_NOT_FOUND'],
})

export const getGroup = specified('GET /api/groups/{groupId}', 'public', {
  summary: 'One approved group.',
  responses: { 200: PublicGroup, 304: Type.Null() },
})

export const listPlatforms = specified('GET /api/social-media/platforms', 'public', {
  withoutGroups: true,
  summary: 'The active social-media platforms.',
  responses: { 200: Type.Array(SocialMediaPlatform) },
})
