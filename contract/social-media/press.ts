import { type Static, Type } from 'typebox'
import { limits } from '#contract/limits.ts'
import { operationsWith } from '#contract/operation/operation.ts'
import { AdminGroupSummary, Named, OfExhibition, ofExhibition } from '#contract/shapes.ts'
import { Posting } from './takedowns.ts'

const operation = operationsWith({ pathTexts: { id: 'Platform id.' }, codeStatus: { UNKNOWN_PLATFORM: 404 } })

export const PressGroup = Named('PressGroup', {
  ...AdminGroupSummary.properties,
  postings: Type.Array(Posting, { description: 'Where it was posted on the platform so far.' }),
})
export type PressGroup = Static<typeof PressGroup>

export const listPressGroups = operation('GET /api/admin/social-media/platforms/{id}/groups', 'moderator', {
  summary: 'Approved groups with a consent in force for the platform, newest first (D78).',
  query: OfExhibition,
  responses: {
    200: Type.Object({ platformId: Type.Integer(), count: Type.Integer(), groups: Type.Array(PressGroup) }),
  },
  codes: ['UNKNOWN_PLATFORM'],
})

export const downloadPressArchive = operation('GET /api/admin/social-media/platforms/{id}/archive', 'moderator', {
  summary: 'The photos of these groups as a ZIP with captions.csv (D78).',
  description:
    'A broken download resumes with Range and If-Range as long as everything in it may still be posted; otherwise it starts over. ' +
    'If a consent is withdrawn during the download, the connection closes before the end.',
  query: Type.Object({
    ...ofExhibition,
    groups: Type.Optional(
      Type.String({
        maxLength: limits.listedGroupsText,
        description: 'Comma-separated group ids; all without it. Those that may not be posted are left out.',
      }),
    ),
  }),
  produces: 'application/zip',
  responses: { 200: Type.String({ contentMediaType: 'application/octet-stream' }) },
  codes: ['UNKNOWN_PLATFORM', 'RANGE_NOT_SATISFIABLE'],
})
