import { type Static, Type } from 'typebox'
import { limits } from './limits.ts'
import { operation, pathText } from './operation/operation.ts'
import {
  AdminGroup,
  AdminGroupSummary,
  AdminImage,
  countedAt,
  GroupCounts,
  ImageDescription,
  ImageOrder,
  Nullable,
  Redaction,
  Reordered,
  Success,
  Text,
  textChanges,
} from './shapes.ts'

const section = 'Admin: group moderation'
const groupId = pathText('Group id.')
const params = Type.Object({ groupId })
const imageParams = Type.Object({ groupId, imageId: pathText('Image id.') })

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

export const listAdminGroups = operation({
  method: 'GET',
  url: '/api/admin/groups',
  access: 'moderator',
  section,
  summary: 'All groups, newest first.',
  description:
    'consents, workshopOnly and platform combine with OR, status, search and alikeTo with AND. A revoked consent is not consented.',
  query: Type.Object({
    consents: Type.Optional(Type.String({ description: 'Comma-separated: workshop and names of platforms.' })),
    workshopOnly: Type.Optional(Type.Boolean()),
    platform: Type.Optional(Type.String({ description: 'Name or id of a platform.' })),
    status: Type.Optional(Status),
    search: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'Words that must all occur in the title, name, texts, captions, cameras, file names, year or id, ignoring case and accents. totalCount is then at most 1,000.',
      }),
    ),
    alikeTo: Type.Optional(
      Type.String({ maxLength: 100, description: 'Id of a group: this one and those with images that look like its.' }),
    ),
    order: Type.Optional(Order),
    limit: Type.Optional(Type.Integer({ minimum: limits.listMin, maximum: limits.listMax })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.offsetMax })),
  }),
  responses: {
    200: Type.Object({
      success: Type.Literal(true),
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
  errors: [400, 403],
  codes: ['UNKNOWN_PLATFORM'],
})

export const getGroupCounts = operation({
  method: 'GET',
  url: '/api/admin/groups/counts',
  access: 'moderator',
  summary: 'How many groups there are by their state.',
  responses: { 200: Type.Object({ success: Type.Literal(true), ...GroupCounts.properties, countedAt }) },
  errors: [403],
})

export const getAdminGroup = operation({
  method: 'GET',
  url: '/api/admin/groups/{groupId}',
  access: 'moderator',
  section,
  summary: 'One group, approved or not.',
  params,
  responses: { 200: AdminGroup },
  errors: [403, 404],
})

export const editGroup = operation({
  method: 'PATCH',
  url: '/api/admin/groups/{groupId}',
  access: 'moderator',
  section,
  summary: 'Change the year or texts, such as the title; the approval stays.',
  params,
  body: Type.Object({ year: Type.Optional(Type.Integer({ description: '1800 to next year.' })), ...textChanges }),
  responses: { 200: Success({ updatedFields: Type.Array(Type.String()), ...revisions }) },
  errors: [403, 404],
  codes: ['NO_FIELDS', 'TEXT_TOO_LONG'],
})

export const deleteGroup = operation({
  method: 'DELETE',
  url: '/api/admin/groups/{groupId}',
  access: 'moderator',
  section,
  summary: 'Delete a group with its images, consents and files.',
  params,
  responses: { 200: Success({ groupId: Type.String() }) },
  errors: [403, 404],
})

export const approveGroup = operation({
  method: 'PATCH',
  url: '/api/admin/groups/{groupId}/approve',
  access: 'moderator',
  section,
  summary: 'Approve a group or withdraw the approval.',
  description: 'Without a body the group is approved.',
  params,
  body: Type.Object({
    approved: Type.Optional(Type.Boolean({ description: 'Default true.' })),
    revision: Type.Optional(
      Type.String({ description: 'The revision that the moderator saw; an outdated one is refused (D44).' }),
    ),
    moderationNote: Type.Optional(Text(limits.moderationNote)),
  }),
  bodyOptional: true,
  responses: { 200: Success({ groupId: Type.String(), isApproved: Type.Boolean(), undoId: Nullable(undoId) }) },
  errors: [403, 404, 409],
  codes: ['GROUP_CHANGED', 'TEXT_TOO_LONG'],
})

export const deleteImage = operation({
  method: 'DELETE',
  url: '/api/admin/groups/{groupId}/images/{imageId}',
  access: 'moderator',
  section,
  summary: 'Delete an image.',
  params: imageParams,
  responses: { 200: Success({ groupId: Type.String(), imageId: Type.Integer(), ...revisions }) },
  errors: [400, 403, 404],
  codes: ['LAST_IMAGE'],
})

export const editImage = operation({
  method: 'PATCH',
  url: '/api/admin/groups/{groupId}/images/{imageId}',
  access: 'moderator',
  section,
  summary: 'Change the description of an image, hide it from the public or show it again.',
  params: imageParams,
  body: Type.Object({
    image_description: Type.Optional(Text(limits.imageDescription)),
    hidden: Type.Optional(Type.Boolean({ description: 'Hidden images are in no public answer (D71).' })),
    moderationNote: Type.Optional(Text(limits.moderationNote)),
  }),
  responses: {
    200: Success({
      groupId: Type.String(),
      imageId: Type.Integer(),
      imageDescription: Nullable(Type.String()),
      hidden: Type.Boolean(),
      undoId: Nullable(undoId),
      ...revisions,
    }),
  },
  errors: [403, 404, 409],
  codes: ['NO_FIELDS', 'TEXT_TOO_LONG', 'UNSUPPORTED_IMAGE', 'REMOVAL_REQUEST_OPEN'],
})

export const redactImage = operation({
  method: 'POST',
  url: '/api/admin/groups/{groupId}/images/{imageId}/redactions',
  access: 'moderator',
  summary: 'Make parts of an image unrecoverable; the approval stays.',
  description:
    'The regions become averaged blocks. Original and preview get new names, and nothing of the old files remains (D72).',
  params: imageParams,
  body: Redaction,
  responses: { 200: Success({ groupId: Type.String(), image: AdminImage, ...revisions }) },
  errors: [403, 404, 409, 503, 507],
  codes: ['GROUP_CHANGED', 'DAMAGED_IMAGE', 'IMAGE_TOO_COMPLEX', 'FILE_NOT_FOUND', 'STORAGE_FULL'],
})

export const editImageDescriptions = operation({
  method: 'PATCH',
  url: '/api/admin/groups/{groupId}/images/batch-description',
  access: 'moderator',
  section,
  summary: 'Change the descriptions of several images.',
  params,
  body: Type.Object({ descriptions: Type.Array(ImageDescription, { minItems: 1 }) }),
  responses: { 200: Success({ updatedCount: Type.Integer(), ...revisions }) },
  errors: [403, 404],
  codes: ['TEXT_TOO_LONG', 'UNKNOWN_IMAGE'],
})

export const reorderImages = operation({
  method: 'PUT',
  url: '/api/admin/{groupId}/reorder',
  access: 'moderator',
  section,
  summary: 'Put the images into a new order.',
  params,
  body: ImageOrder,
  responses: { 200: Type.Object({ ...Reordered.properties, ...revisions }) },
  errors: [403, 404],
  codes: ['INVALID_IMAGE_ORDER'],
})

export const reorderGroupImages = operation({
  ...reorderImages,
  url: '/api/admin/groups/{groupId}/reorder',
  description: 'The same as reorderImages under the path that the specification refers to as well.',
})

export const bulkModerate = operation({
  method: 'POST',
  url: '/api/admin/groups/bulk',
  access: 'moderator',
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
  errors: [403],
})

export const undoModeration = operation({
  method: 'POST',
  url: '/api/admin/groups/undo',
  access: 'moderator',
  summary: 'Undo a step of the moderation: its groups are exactly as they were before.',
  description: 'Nothing is undone when one of the groups was moderated or changed by its owner since.',
  body: Type.Object({ undoId: Type.String() }),
  responses: { 200: Success({ groupIds: Type.Array(Type.String()), revisions: GroupRevisions }) },
  errors: [403, 404, 409],
  codes: ['GROUP_CHANGED', 'UNDO_NOT_FOUND'],
})
