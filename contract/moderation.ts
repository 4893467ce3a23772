import { type Static, Type } from 'typebox'
import { limits } from './limits.ts'
import { operation, operationsWith } from './operation/operation.ts'
import {
  AdminGroup,
  AdminGroupSummary,
  AdminImage,
  countedAt,
  GroupCounts,
  ImageDescription,
  ImageOrder,
  listPart,
  Nullable,
  OfExhibition,
  Ok,
  ofExhibition,
  Reordered,
  redaction,
  Success,
  Text,
  textChanges,
} from './shapes.ts'

const specified = operationsWith({ section: 'Admin: group moderation' })

const Status = Type.Enum(['pending', 'approved', 'changed'], {
  description: 'changed: changed by its owner since its last approval, approved or not.',
})
const Order = Type.Enum(['newest', 'deadline'], {
  description:
    'deadline: groups with the nearest deletion first, then those without one, oldest first. Default newest.',
})

/** Of a change to a group's content. */
const revisions = {
  previousRevision: Type.String({ description: 'The revision before this change (D44).' }),
  revision: Type.String({ description: 'The revision after it; the same when nothing has changed.' }),
}

export const GroupRevisions = Type.Array(Type.Object({ groupId: Type.String(), ...revisions }), {
  description: 'Of the groups that were changed.',
})

const undoId = Type.String({ description: 'For undoModeration, within an hour.' })

const ListedGroup = Type.Object({
  ...AdminGroupSummary.properties,
  alikeGroups: Type.Integer({
    description: 'Other groups with images that look like its, among the 5,000 newest images; at most 50.',
  }),
})
export type ListedGroup = Static<typeof ListedGroup>

export const listAdminGroups = specified('GET /api/admin/groups', 'moderator', {
  summary: 'All groups, newest first.',
  description:
    'consents, workshopOnly and platform combine with OR, status, search and alikeTo with AND. A revoked consent is not consented.',
  query: Type.Object({
    ...ofExhibition,
    consents: Type.Optional(Type.String({ description: 'Comma-separated: workshop and names of platforms.' })),
    workshopOnly: Type.Optional(Type.Boolean()),
    platform: Type.Optional(Type.String({ description: 'Name or id of a platform.' })),
    status: Type.Optional(Status),
    search: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'Words that must all occur in the title, name, texts, captions, alt texts, cameras, file names, year or id, ignoring case and accents. totalCount is then at most 1,000.',
      }),
    ),
    alikeTo: Type.Optional(
      Type.String({ maxLength: 100, description: 'Id of a group: this one and those with images that look like its.' }),
    ),
    order: Type.Optional(Order),
    ...listPart,
  }),
  responses: {
    200: Ok({
      groups: Type.Array(ListedGroup),
      totalCount: Type.Integer({ description: 'All matching groups, whatever limit and offset say.' }),
      countedAt,
      filters: Type.Object({
        consents: Nullable(Type.Array(Type.String())),
        workshopOnly: Nullable(Type.Boolean()),
        platform: Nullable(Type.String()),
        status: Nullable(Status),
        search: Nullable(Type.String()),
        alikeTo: Nullable(Type.String()),
        order: Nullable(Order),
        limit: Nullable(Type.Integer()),
        offset: Nullable(Type.Integer()),
      }),
    }),
  },
  codes: ['UNKNOWN_PLATFORM'],
})

export const getGroupCounts = operation('GET /api/admin/groups/counts', 'moderator', {
  summary: 'How many groups there are by their state.',
  query: OfExhibition,
  responses: { 200: Ok({ ...GroupCounts.properties, countedAt }) },
})

export const getAdminGroup = specified('GET /api/admin/groups/{groupId}', 'moderator', {
  summary: 'One group, approved or not.',
  responses: { 200: AdminGroup },
})

export const editGroup = specified('PATCH /api/admin/groups/{groupId}', 'moderator', {
  summary: 'Change the year or texts, such as the title; the approval stays.',
  body: Type.Object({ year: Type.Optional(Type.Integer({ description: '1800 to next year.' })), ...textChanges }),
  responses: { 200: Success({ updatedFields: Type.Array(Type.String()), ...revisions }) },
  codes: ['NO_FIELDS', 'TEXT_TOO_LONG'],
})

export const deleteGroup = specified('DELETE /api/admin/groups/{groupId}', 'moderator', {
  summary: 'Delete a group with its images, consents and files.',
  responses: { 200: Success({ groupId: Type.String() }) },
})

export const approveGroup = specified('PATCH /api/admin/groups/{groupId}/approve', 'moderator', {
  summary: 'Approve a group or withdraw the approval.',
  description: 'Without a body the group is approved.',
  body: Type.Object({
    approved: Type.Optional(Type.Boolean({ description: 'Default true.' })),
    revision: Type.Optional(
      Type.String({ description: 'The revision that the moderator saw; an outdated one is refused (D44).' }),
    ),
    moderationNote: Type.Optional(Text(limits.moderationNote)),
  }),
  bodyOptional: true,
  responses: { 200: Success({ groupId: Type.String(), isApproved: Type.Boolean(), undoId: Nullable(undoId) }) },
  codes: ['GROUP_CHANGED', 'TEXT_TOO_LONG'],
})

export const deleteImage = specified('DELETE /api/admin/groups/{groupId}/images/{imageId}', 'moderator', {
  summary: 'Delete an image.',
  responses: { 200: Success({ groupId: Type.String(), imageId: Type.Integer(), ...revisions }) },
  codes: ['LAST_IMAGE'],
})

export const editImage = specified('PATCH /api/admin/groups/{groupId}/images/{imageId}', 'moderator', {
  summary:
    'Change the description or alt text of an image, clear its capture date, hide it from the public or show it again.',
  body: Type.Object({
    image_description: Type.Optional(Text(limits.imageDescription)),
    altText: Type.Optional(Text(limits.altText)),
    hidden: Type.Optional(Type.Boolean({ description: 'Hidden images are in no public answer (D71).' })),
    moderationNote: Type.Optional(Text(limits.moderationNote)),
    exifDateTaken: Type.Optional(Type.Null({ description: 'The camera had a wrong clock: the date is unknown.' })),
  }),
  responses: {
    200: Success({
      groupId: Type.String(),
      imageId: Type.Integer(),
      imageDescription: Nullable(Type.String()),
      altText: Nullable(Type.String()),
      hidden: Type.Boolean(),
      undoId: Nullable(undoId),
      ...revisions,
    }),
  },
  codes: ['NO_FIELDS', 'TEXT_TOO_LONG', 'UNSUPPORTED_IMAGE', 'REMOVAL_REQUEST_OPEN'],
})

export const redactImage = operation('POST /api/admin/groups/{groupId}/images/{imageId}/redactions', 'moderator', {
  summary: 'Make parts of an image unrecoverable; the approval stays.',
  ...redaction,
  responses: { 200: Success({ groupId: Type.String(), image: AdminImage, ...revisions }) },
})

export const editImageDescriptions = specified(
  'PATCH /api/admin/groups/{groupId}/images/batch-description',
  'moderator',
  {
    summary: 'Change the descriptions or alt texts of several images.',
    body: Type.Object({ descriptions: Type.Array(ImageDescription, { minItems: 1 }) }),
    responses: { 200: Success({ updatedCount: Type.Integer(), ...revisions }) },
    codes: ['TEXT_TOO_LONG', 'UNKNOWN_IMAGE'],
  },
)

const reordering = {
  summary: 'Put the images into a new order.',
  body: ImageOrder,
  responses: { 200: Type.Object({ ...Reordered.properties, ...revisions }) },
  codes: ['INVALID_IMAGE_ORDER'],
} as const

export const reorderImages = specified('PUT /api/admin/{groupId}/reorder', 'moderator', reordering)

export const reorderGroupImages = specified('PUT /api/admin/groups/{groupId}/reorder', 'moderator', {
  ...reordering,
  description: 'The same as reorderImages under the path that the specification refers to as well.',
})

export const bulkModerate = operation('POST /api/admin/groups/bulk', 'moderator', {
  summary: 'Approve, unapprove or delete several groups.',
  description: 'Each group on its own: a group that fails is reported in its result and does not stop the others.',
  body: Type.Object({
    action: Type.Enum(['approve', 'unapprove', 'delete']),
    groupIds: Type.Array(Type.String(), { minItems: 1, maxItems: 1_000 }),
    revisions: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'The revisions as seen, by group id; approve refuses a group with another one (D44).',
      }),
    ),
  }),
  responses: {
    200: Success({
      undoId: Nullable(undoId),
      results: Type.Array(
        Type.Object({
          groupId: Type.String(),
          ok: Type.Boolean(),
          code: Type.Optional(Type.String()),
          message: Type.Optional(Type.String()),
        }),
      ),
    }),
  },
})

export const undoModeration = operation('POST /api/admin/groups/undo', 'moderator', {
  summary: 'Undo a step of the moderation: its groups are exactly as they were before.',
  description: 'Nothing is undone when one of the groups was moderated or changed by its owner since.',
  body: Type.Object({ undoId: Type.String() }),
  responses: { 200: Success({ groupIds: Type.Array(Type.String()), revisions: GroupRevisions }) },
  codes: ['GROUP_CHANGED', 'UNDO_NOT_FOUND'],
})
