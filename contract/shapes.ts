import { type Static, type TSchema, Type } from 'typebox'
import { originalPath, previewPath } from './images/image-paths.ts'
import { limits } from './limits.ts'
import { eachText, groupTexts } from './texts/group-texts.ts'
import { sentTexts } from './texts/image-texts.ts'

/**
 * A value or null: absent texts are null on the wire. Written as a list of types, because the serializer of the answers
 * takes eight times as long for `anyOf`.
 */
export const Nullable = <T extends TSchema & ({ type: string } | { enum: readonly string[] })>(schema: T) =>
  Type.Unsafe<Static<T> | null>(
    'enum' in schema ? { ...schema, enum: [...schema.enum, null] } : { ...schema, type: [schema.type, 'null'] },
  )

/** An object that the description of the API lists by name. */
export const Named = <P extends Record<string, TSchema>>($id: string, properties: P) => Type.Object(properties, { $id })

/** `{ success: true, … }` */
export const Ok = <P extends Record<string, TSchema>>(fields: P) =>
  Type.Object({ success: Type.Literal(true), ...fields })

/** ISO 8601 in UTC with milliseconds and `Z`. */
export const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC, with milliseconds.' })

export const PublicImage = Named('PublicImage', {
  id: Type.Integer(),
  imageId: Type.Integer({ description: 'The same number as id.' }),
  groupId: Type.String(),
  fileName: Type.String({ description: 'The stored file name: generated and unguessable.' }),
  filePath: Type.String({ description: originalPath('<fileName>') }),
  previewPath: Type.String({ description: previewPath('<fileName with .jpg>') }),
  fileSize: Type.Integer({ description: 'Bytes of the stored original.' }),
  mimeType: Type.String(),
  width: Nullable(Type.Integer({ description: 'Pixels as shown, orientation applied.' })),
  height: Nullable(Type.Integer({ description: 'Pixels as shown, orientation applied.' })),
  upload_order: Type.Integer({ minimum: 1 }),
  code: Type.String({ description: 'Shown with the photo on a screen, for removal requests (D70).' }),
  imageDescription: Nullable(Type.String()),
  altText: Nullable(Type.String({ description: 'What one sees in it, for people who do not see it.' })),
  exifDateTaken: Nullable(Timestamp),
  exifCameraModel: Nullable(Type.String()),
})
export type PublicImage = Static<typeof PublicImage>

/** An image as its owner and the admins see it. */
export const Image = Named('Image', {
  ...PublicImage.properties,
  originalName: Nullable(Type.String({ description: "The base name of the client's file." })),
  hidden: Type.Boolean({ description: 'Not shown in public (D71).' }),
  hiddenReason: Nullable(Type.Enum(['moderator', 'removal_request'])),
  moderationNote: Nullable(Type.String({ description: 'Why a moderator hid it.' })),
})
export type Image = Static<typeof Image>

/** An image as the admins see it. */
export const AdminImage = Named('AdminImage', {
  ...Image.properties,
  publishedDescription: Nullable(Type.String({ description: 'The description that the public gets (D45).' })),
  publishedAltText: Nullable(Type.String({ description: 'The alt text that the public gets (D45).' })),
  blurred: Type.Boolean({ description: 'Nothing in it is sharp.' }),
})
export type AdminImage = Static<typeof AdminImage>

/** The texts of a group in answers. */
const texts = eachText(() => Nullable(Type.String()))

/** The field `exhibition` of groups for admins and owners (D82). */
export const ExhibitionName = Type.Object({ slug: Type.String(), name: Type.String() })
export type ExhibitionName = Static<typeof ExhibitionName>

const groupFields = {
  groupId: Type.String(),
  groupName: Nullable(Type.String({ description: 'The same text as name.' })),
  ...texts,
  year: Type.Integer(),
  uploadDate: Timestamp,
  captureDate: Nullable(Timestamp),
  isApproved: Type.Boolean(),
  imageCount: Type.Integer(),
  display_in_workshop: Type.Boolean(),
  consent_timestamp: Nullable(Timestamp),
}

/** A group without its images: the admin list adds its own fields. */
export const GroupSummary = Named('GroupSummary', groupFields)
export type GroupSummary = Static<typeof GroupSummary>

/** One home for the rule: the pages do not work it out again (D16). */
export const isPublished = Type.Boolean({
  description: 'Shown in public: approved, and the consent was not withdrawn.',
})

export const PublicGroup = Named('PublicGroup', {
  ...groupFields,
  exhibition: Type.Optional(Type.String({ description: 'Slug, where there is more than one exhibition (D82).' })),
  images: Type.Array(PublicImage),
})
export type PublicGroup = Static<typeof PublicGroup>

export const Group = Named('Group', { ...groupFields, exhibition: ExhibitionName, images: Type.Array(Image) })
export type Group = Static<typeof Group>

export const SocialMediaPlatform = Named('SocialMediaPlatform', {
  platform_id: Type.Integer(),
  platform_name: Type.String(),
  display_name: Type.String(),
  icon_name: Type.String(),
  is_active: Type.Boolean(),
})
export type SocialMediaPlatform = Static<typeof SocialMediaPlatform>

export const SocialMediaConsent = Named('SocialMediaConsent', {
  platformId: Type.Integer(),
  platformName: Type.String(),
  displayName: Type.String(),
  consented: Type.Boolean(),
  consentTimestamp: Nullable(Timestamp),
  revoked: Type.Boolean(),
  revokedTimestamp: Nullable(Timestamp),
})
export type SocialMediaConsent = Static<typeof SocialMediaConsent>

/** `{ success: true, message, … }`, the usual success body. */
export const Success = <P extends Record<string, TSchema>>(fields: P) => Ok({ message: Type.String(), ...fields })

/** What the owner did to a group since its last approval (the actions of the audit log, D23). */
export const OwnerChange = Type.Enum([
  'update_metadata',
  'update_descriptions',
  'add_images',
  'delete_image',
  'reorder_images',
  'revoke_consent',
  'restore_consent',
  'redact_image',
])
export type OwnerChange = Static<typeof OwnerChange>

/** What a moderator knew of a group before its owner changed it. */
export const LastApproved = Named('LastApproved', {
  ...texts,
  year: Type.Integer(),
  display_in_workshop: Type.Boolean(),
  platformIds: Type.Array(Type.Integer(), { description: 'Whose consents were in force.' }),
  images: Type.Array(
    Type.Object({
      imageId: Type.Integer(),
      imageDescription: Nullable(Type.String()),
      altText: Type.Optional(Nullable(Type.String())),
    }),
    { description: 'In their order.' },
  ),
})
export type LastApproved = Static<typeof LastApproved>

const adminFields = {
  exhibition: ExhibitionName,
  staffName: Nullable(Type.String({ description: 'Uploaded with a staff link of this name (D91).' })),
  isPublished,
  revision: Type.String({
    description: 'Opaque; changes with the images, their order, texts and captions. approveGroup takes it (D44).',
  }),
  moderationNote: Nullable(Type.String({ description: "The moderators' words to the owner (D73)." })),
  changedSinceApproval: Type.Boolean({ description: 'The owner changed the group after its last approval.' }),
  changesSinceApproval: Type.Array(OwnerChange, { description: 'What the owner changed, each kind once.' }),
  lastApproved: Nullable(LastApproved),
  workshopRevokedTimestamp: Nullable(Timestamp),
  deletionDate: Nullable(Timestamp),
  socialMediaConsents: Type.Array(SocialMediaConsent),
}

const ListedPreview = Type.Object({
  imageId: Type.Integer(),
  previewPath: Type.String(),
  imageDescription: Nullable(Type.String()),
  publishedDescription: Nullable(Type.String()),
  altText: Nullable(Type.String()),
  publishedAltText: Nullable(Type.String()),
  hidden: Type.Boolean(),
})

/** A group in the lists of the admins, without its images. */
export const AdminGroupSummary = Named('AdminGroupSummary', {
  ...groupFields,
  ...adminFields,
  previewPaths: Type.Array(Type.String(), { description: 'Previews of the first images, at most 5.' }),
  previews: Type.Array(ListedPreview, { description: 'The same images with what is written below them.' }),
  alikeImages: Type.Integer({ description: 'How many of its images look like another one of them.' }),
  blurredImages: Type.Integer({ description: 'How many of its images are blurred.' }),
})
export type AdminGroupSummary = Static<typeof AdminGroupSummary>

const ImageAmongOthers = Type.Object({
  ...AdminImage.properties,
  alikeImageIds: Type.Array(Type.Integer(), { description: 'Images of the group that look like it.' }),
})

export const AdminGroup = Named('AdminGroup', { ...groupFields, ...adminFields, images: Type.Array(ImageAmongOthers) })
export type AdminGroup = Static<typeof AdminGroup>

export const countedAt = Type.Union([Timestamp, Type.Null()], {
  description: 'null: the figures are exact. Where counting takes long, when they were counted.',
})

export const GroupCounts = Named('GroupCounts', {
  pending: Type.Integer(),
  approved: Type.Integer(),
  changed: Type.Integer({ description: 'Changed by their owners since their last approval; pending or approved.' }),
})
export type GroupCounts = Static<typeof GroupCounts>

export const ConsentView = Named('ConsentView', {
  groupId: Type.String(),
  workshopConsent: Type.Boolean(),
  consentTimestamp: Nullable(Timestamp),
  socialMediaConsents: Type.Array(SocialMediaConsent),
})
export type ConsentView = Static<typeof ConsentView>

/** A text of a request. Its limit counts code points after trimming (D11), so the use cases check it, not the schema. */
export const Text = (limit: number) =>
  Type.String({ description: `At most ${limit} code points after trimming; an empty text removes it.` })

/** The texts of a group that its owner and the admins can change. */
export const textChanges = eachText((name) => Type.Optional(Text(groupTexts[name].maxLength)))

/** A file part of a form. */
export const ImageFile = Type.String({ contentMediaType: 'application/octet-stream' })

export const ImageDescription = Named('ImageDescription', {
  imageId: Type.Integer(),
  ...sentTexts((name) => Text(limits[name])),
})
export type ImageDescription = Static<typeof ImageDescription>

export const ImageOrder = Type.Object({
  imageIds: Type.Array(Type.Integer(), { description: 'Every image id of the group, once each, in the new order.' }),
})

/** A part of an image, in shares of its size as shown. What reaches over the edge is cut off. */
export const Region = Type.Object({
  x: Type.Number({ minimum: 0, exclusiveMaximum: 1 }),
  y: Type.Number({ minimum: 0, exclusiveMaximum: 1 }),
  width: Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
  height: Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
})
export type Region = Static<typeof Region>

/** What is to be made unrecoverable in an image (D72). */
const Redaction = Type.Object({
  regions: Type.Array(Region, { minItems: 1, maxItems: limits.redactionRegions }),
})

/** What the redactions of owner and moderators have in common. */
export const redaction = {
  description:
    'The regions become averaged blocks. Original and preview get new names, and nothing of the old files remains (D72).',
  body: Redaction,
  codes: [
    'GROUP_CHANGED',
    'DAMAGED_IMAGE',
    'IMAGE_TOO_COMPLEX',
    'FILE_NOT_FOUND',
    'STORAGE_FULL',
    'TEMPORARILY_UNAVAILABLE',
  ],
} as const

/** The answer of a reorder on every route (D22). */
export const Reordered = Success({
  data: Type.Object({ groupId: Type.String(), imageIds: Type.Array(Type.Integer()) }),
})

export const idempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'A repeat within 24 hours and from the same network gets the first answer.',
    }),
  ),
})

/** What the list of a log answers beside its newest entries. */
export const logTotal = Type.Integer({ description: 'All entries of the log.' })

/** The answer of a list of a log: its newest entries under one name. */
export const LogPage = <P extends Record<string, TSchema>>(entries: P) =>
  Ok({ ...entries, total: logTotal, limit: Type.Integer({ description: 'The limit that was applied.' }) })

/** Of a list that is also exported as CSV. */
export const ExportFormat = Type.Enum(['json', 'csv'], { description: 'Default json.' })

/** Of every list, figure and export about groups (D83). */
export const ofExhibition = {
  exhibition: Type.Optional(
    Type.String({ maxLength: 40, description: 'Slug of an exhibition, also one that has ended: only what is of it.' }),
  ),
}
export const OfExhibition = Type.Object(ofExhibition)

/** In the query of a list. */
export const listPart = {
  limit: Type.Optional(Type.Integer({ minimum: limits.listMin, maximum: limits.listMax })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.offsetMax })),
}

/** The query of a list that answers its newest entries. */
export const ListQuery = Type.Object({
  ...ofExhibition,
  limit: Type.Optional(
    Type.Integer({ minimum: limits.listMin, maximum: limits.listMax, description: `Default ${limits.listDefault}.` }),
  ),
})
