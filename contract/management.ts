import { type TSchema, Type } from 'typebox'
import { limits } from './limits.ts'
import { operation, operationsWith } from './operation/operation.ts'
import {
  Group,
  Image,
  ImageDescription,
  ImageFile,
  ImageOrder,
  idempotencyHeaders,
  isPublished,
  Named,
  Nullable,
  Ok,
  Reordered,
  redaction,
  SocialMediaConsent,
  Success,
  Timestamp,
  textChanges,
} from './shapes.ts'

const specified = operationsWith({ section: 'Management portal' })
const uuidV4 = '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$'

/** The group as its owner sees it. */
export const ManagedGroup = Named('ManagedGroup', {
  ...Group.properties,
  managementToken: Type.String({ format: 'uuid' }),
  isPublished,
  wasApproved: Type.Boolean({ description: 'At least once.' }),
  workshopRevokedTimestamp: Nullable(Timestamp),
  deletionDate: Nullable(Timestamp),
  moderationNote: Nullable(Type.String({ description: "The moderators' words (D73)." })),
  exhibitionClosedAt: Nullable(Timestamp),
  exhibitionEndsAt: Nullable(Timestamp),
  exhibitionEndedAt: Nullable(Timestamp),
  socialMediaConsents: Type.Array(SocialMediaConsent),
})

export const getManagedGroup = specified('GET /api/manage/{token}', 'token', {
  summary: 'The group of the token.',
  responses: { 200: Ok({ data: ManagedGroup }) },
})

export const deleteManagedGroup = specified('DELETE /api/manage/{token}', 'token', {
  summary: 'Delete the group with its images, consents and files.',
  responses: {
    200: Success({
      data: Type.Object({ groupId: Type.String(), imagesDeleted: Type.Integer(), deletionTimestamp: Timestamp }),
    }),
  },
})

export const downloadArchive = operation('GET /api/manage/{token}/archive', 'token', {
  summary: 'Everything stored about the group as a ZIP: photos, texts, consents with wording and history.',
  description: 'group.json and index.html have the same content; neither contains the management token.',
  produces: 'application/zip',
  responses: { 200: Type.String({ contentMediaType: 'application/octet-stream' }) },
})

export const renewManagementLink = operation('POST /api/manage/{token}/renew', 'token', {
  summary: 'Give the group a new management token; the old one stops working.',
  description: 'Send a token of your own, a new random UUID v4, to know it even if the answer is lost.',
  body: Type.Object({ managementToken: Type.Optional(Type.String({ pattern: uuidV4 })) }),
  bodyOptional: true,
  responses: {
    200: Success({
      data: Type.Object({ managementToken: Type.String({ format: 'uuid' }), managementUrl: Type.String() }),
    }),
  },
})

/** The answer to a change has the group as it is now, so that no client needs to work it out. */
const Changed = <Fields extends Record<string, TSchema>>(fields: Fields) => Success({ ...fields, group: ManagedGroup })

export const changeConsent = specified('PUT /api/manage/{token}/consents', 'token', {
  summary: 'Revoke or restore the consent to the display in the workshop or to a platform.',
  description: 'Doing it twice changes nothing. Revoking a platform that was never selected answers newValue false.',
  body: Type.Object({
    consentType: Type.Enum(['workshop', 'social_media', 'platform'], {
      description: 'platform is another word for social_media.',
    }),
    action: Type.Enum(['revoke', 'restore']),
    platformId: Type.Optional(Type.Integer({ description: 'Required for social_media.' })),
  }),
  responses: {
    200: Changed({
      data: Type.Object({
        consentType: Type.Enum(['workshop', 'social_media']),
        platformId: Nullable(Type.Integer()),
        newValue: Type.Boolean(),
      }),
    }),
  },
  codes: ['UNKNOWN_PLATFORM'],
})

export const updateImageDescriptions = specified('PUT /api/manage/{token}/images/descriptions', 'token', {
  summary: 'Change image descriptions or alt texts.',
  body: Type.Object({ descriptions: Type.Array(ImageDescription, { minItems: 1 }) }),
  responses: { 200: Changed({ updatedCount: Type.Integer() }) },
  codes: ['TEXT_TOO_LONG', 'UNKNOWN_IMAGE'],
})

export const updateMetadata = specified('PUT /api/manage/{token}/metadata', 'token', {
  summary: 'Change texts of the group, such as its title; the group has to be approved again.',
  description: 'The owner cannot change the year.',
  body: Type.Object(textChanges),
  responses: {
    200: Changed({
      data: Type.Object({
        groupId: Type.String(),
        updatedFields: Type.Array(Type.String()),
        requiresModeration: Type.Boolean(),
      }),
    }),
  },
  codes: ['NO_FIELDS', 'TEXT_TOO_LONG'],
})

export const addImages = specified('POST /api/manage/{token}/images', 'token', {
  summary: 'Add images; the group has to be approved again.',
  description: 'JPEG, PNG or WebP; at most 50 in the group. All are stored or none.',
  headers: idempotencyHeaders,
  multipart: true,
  body: Type.Object({ images: Type.Array(ImageFile, { minItems: 1, maxItems: limits.imagesPerGroup }) }),
  responses: {
    200: Changed({
      data: Type.Object({
        groupId: Type.String(),
        newImagesCount: Type.Integer(),
        totalImagesCount: Type.Integer(),
        // Without its `$id`, which `group` has already: a schema may name it once.
        images: Type.Array(Type.Object(Image.properties), {
          description: 'All images of the group, the new ones last.',
        }),
      }),
    }),
  },
  codes: ['NO_FILES', 'TOO_MANY_IMAGES', 'INVALID_BODY', 'IDEMPOTENCY_KEY_REUSED', 'TEMPORARILY_UNAVAILABLE'],
})

export const deleteManagedImage = specified('DELETE /api/manage/{token}/images/{imageId}', 'token', {
  summary: 'Delete an image; the group has to be approved again.',
  responses: {
    200: Changed({
      data: Type.Object({ groupId: Type.String(), imageId: Type.Integer(), remainingImages: Type.Integer() }),
    }),
  },
  codes: ['LAST_IMAGE'],
})

export const redactManagedImage = operation('POST /api/manage/{token}/images/{imageId}/redactions', 'token', {
  summary: 'Make parts of an image unrecoverable; the group has to be approved again.',
  ...redaction,
  responses: { 200: Changed({ groupId: Type.String(), image: Type.Object(Image.properties) }) },
})

export const reorderManagedImages = specified('PUT /api/manage/{token}/reorder', 'token', {
  summary: 'Put the images into a new order.',
  body: ImageOrder,
  responses: { 200: Changed(Reordered.properties) },
  codes: ['INVALID_IMAGE_ORDER'],
})
