import { type Static, type TSchema, Type } from 'typebox'
import { NewExhibition } from '#contract/exhibitions.ts'
import { LastApproved, Nullable, OwnerChange } from '#contract/shapes.ts'
import { eachText } from '#contract/texts/group-texts.ts'

/*
 * The groups and exhibitions of `groups.json` (D35, D86). Only `groupId`, `uploadDate` and `fileName` are required. The fields after the
 * blank lines are beyond D35: a rollback adds them, so that nothing is lost on the way back. The formats are in
 * `parse-group.ts`.
 */

const optional = <T extends TSchema>(schema: T) => Type.Optional(schema)
const text = Nullable(Type.String({ format: 'text' }))
const time = Nullable(Type.String({ format: 'time' }))
const degrees = Nullable(Type.Number({ minimum: -180, maximum: 180 }))

export const ImageEntry = Type.Object({
  fileName: Type.String({ format: 'file-name' }),
  originalName: optional(text),
  filePath: optional(text),
  previewPath: optional(text),
  upload_order: optional(Nullable(Type.Integer())),
  image_description: optional(text),

  id: optional(Type.Integer({ minimum: 1 })),
  fileSize: optional(Nullable(Type.Integer({ minimum: 0 }))),
  mimeType: optional(text),
  width: optional(Nullable(Type.Integer({ minimum: 1 }))),
  height: optional(Nullable(Type.Integer({ minimum: 1 }))),
  exif_date_taken: optional(time),
  exif_camera_model: optional(text),
  exif_location_lat: optional(degrees),
  exif_location_lon: optional(degrees),
  served_name: optional(Type.String({ format: 'file-name' })),
  served_preview_name: optional(Type.String({ format: 'file-name' })),
  published_description: optional(text),
  alt_text: optional(text),
  published_alt_text: optional(text),
  hidden_reason: optional(Nullable(Type.Enum(['moderator', 'removal_request']))),
  moderation_note: optional(text),
})
export type ImageEntry = Static<typeof ImageEntry>

export const ConsentEntry = Type.Object({
  platformId: optional(Nullable(Type.Integer())),
  platformName: optional(text),
  consented: optional(Type.Boolean()),
  consent_timestamp: optional(time),
  revoked: optional(Type.Boolean()),
  revoked_timestamp: optional(time),

  taken_down_at: optional(time),
  taken_down_by: optional(text),
})
export type ConsentEntry = Static<typeof ConsentEntry>

const HistoryEntry = Type.Object({
  consent_type: Type.Enum(['workshop', 'social_media', 'minors']),
  platform_id: Nullable(Type.Integer()),
  action: Type.Enum(['give', 'revoke', 'restore']),
  changed_by: Type.String({ format: 'text' }),
  wording: Type.String({ format: 'text' }),
  language: optional(text),
  created_at: Type.String({ format: 'time' }),
})

/** Without the texts that are newer than the archive. */
const EarlierState = Type.Object({
  ...LastApproved.properties,
  ...eachText(() => optional(Nullable(Type.String()))),
})

export const GroupEntry = Type.Object({
  groupId: Type.String({ format: 'group-id' }),
  ...eachText(() => optional(text)),
  year: optional(Nullable(Type.Integer({ minimum: 0, maximum: 9999 }))),
  uploadDate: Type.String({ format: 'time' }),
  isApproved: optional(Type.Boolean()),
  /** As older programs write it. */
  approved: optional(Type.Union([Type.Boolean(), Type.Literal(0), Type.Literal(1)])),
  display_in_workshop: optional(Type.Boolean()),
  consent_timestamp: optional(time),
  management_token: optional(Nullable(Type.String({ format: 'token' }))),
  images: optional(Type.Array(ImageEntry)),
  socialMediaConsents: optional(Type.Array(ConsentEntry)),

  first_approved_at: optional(time),
  changes_since_approval: optional(Type.Array(OwnerChange)),
  last_approved: optional(Nullable(EarlierState)),
  workshop_revoked_timestamp: optional(time),
  upload_key: optional(text),
  upload_digest: optional(text),
  content_revision: optional(Type.String({ format: 'text' })),
  moderation_note: optional(text),
  staff_name: optional(text),
  consent_history: optional(Type.Array(HistoryEntry)),

  /** The slug of an exhibition; `main` when absent (D86). */
  exhibition: optional(text),
  is_exhibition_ended: optional(Type.Boolean()),
})
export type GroupEntry = Static<typeof GroupEntry>

const { slug, ...exhibition } = NewExhibition.properties

/** With the names of D79; only `slug` is required, and `name` of all but `main`. */
export const ExhibitionEntry = Type.Object({
  ...exhibition,
  slug,
  name: optional(text),
  opensAt: optional(time),
  closesAt: optional(time),
  endsAt: optional(time),
  /** They count in place of the ids, which every installation assigns itself (D63). */
  platformNames: optional(Nullable(Type.Array(Type.String({ format: 'text' })))),
  groupCountAtEnd: optional(Nullable(Type.Integer({ minimum: 0 }))),
})
export type ExhibitionEntry = Static<typeof ExhibitionEntry>
