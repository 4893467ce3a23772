import { type Static, type TSchema, Type } from 'typebox'
import { exhibitionFields } from './exhibitions.ts'
import { limits } from './limits.ts'
import { operation, operationsWith } from './operation/operation.ts'
import { Group, ImageFile, idempotencyHeaders, Nullable, SocialMediaConsent, Success } from './shapes.ts'
import { eachText } from './texts/group-texts.ts'
import { sentTexts } from './texts/image-texts.ts'
import { AnnouncedFile, ArrivedFile, ArrivedPart, Submission } from './upload/submission.ts'

const specified = operationsWith({ section: 'Upload and download' })

/** What the parts `metadata`, `descriptions` and `consents` of an upload hold as JSON text. */
export const UploadMetadata = Type.Object({
  year: Type.Optional(
    Nullable(Type.Integer({ description: '1800 to next year; the current year when absent or null.' })),
  ),
  ...eachText(() => Type.Optional(Nullable(Type.String()))),
  description: Type.Optional(Nullable(Type.String({ description: 'When absent, the part `description` counts.' }))),
})
export const UploadDescriptions = Type.Union([
  Type.Array(Type.Object({ fileName: Type.String(), ...sentTexts(() => Nullable(Type.String())) }), {
    maxItems: limits.formEntries,
  }),
  Type.Record(Type.String(), Type.String(), { maxProperties: limits.formEntries }),
])
export const PlatformConsent = Type.Object({ platformId: Type.Integer(), consented: Type.Optional(Type.Boolean()) })
export const UploadConsents = Type.Object({
  workshopConsent: Type.Optional(Type.Boolean()),
  minorsConsent: Type.Optional(
    Type.Boolean({ description: 'The people in the photos agree; for children, their parents.' }),
  ),
  language: Type.Optional(
    Type.String({
      maxLength: 35,
      description: 'Language of the texts that were agreed to; by default the best match for Accept-Language.',
    }),
  ),
  wording: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Version of the texts that were shown, as the upload page names it; it must be the current one.',
    }),
  ),
  socialMediaConsents: Type.Optional(
    Type.Union([
      Type.Array(PlatformConsent, { maxItems: limits.formEntries }),
      Type.Array(Type.Integer(), { maxItems: limits.formEntries }),
    ]),
  ),
})

/** A part of the form that holds JSON text. */
const jsonPart = (contentSchema: TSchema, description: string) =>
  Type.String({ contentMediaType: 'application/json', contentSchema, description })

/** Also long after the upload has begun: the exhibition may have closed since, or the staff link be revoked. */
const begunCodes = [
  'EXHIBITION_NOT_FOUND',
  'EXHIBITION_CLOSED',
  'STAFF_LINK_INVALID',
  'RATE_LIMITED',
  'TEMPORARILY_UNAVAILABLE',
] as const
const newGroupCodes = [
  ...begunCodes,
  'WRONG_ACCESS_CODE',
  'IP_BANNED',
  'TEXT_TOO_LONG',
  'TOO_MANY_IMAGES',
  'WORKSHOP_CONSENT_REQUIRED',
  'UNKNOWN_PLATFORM',
  'CONSENT_TEXTS_CHANGED',
] as const

const lateRepeat = 'Absent in the answer to a repeat that comes an hour or more after the upload.'

/** The answer to whatever made a group of many images. */
const UploadedGroup = Success({
  ...Group.properties,
  managementToken: Type.Optional(Type.String({ format: 'uuid', description: lateRepeat })),
  managementUrl: Type.Optional(Type.String({ description: '<site>/manage/<token>' })),
  socialMediaConsents: Type.Array(SocialMediaConsent),
  isApproved: Type.Optional(Type.Boolean({ description: 'Only of an upload with a staff link (D91).' })),
})

export const uploadImage = specified('POST /api/upload', 'public', {
  summary: 'Upload one image as a new group.',
  description: 'The group is not approved and has no consent unless the part `consents` gives it.',
  multipart: true,
  headers: idempotencyHeaders,
  body: Type.Object({
    file: ImageFile,
    groupName: Type.Optional(Type.String()),
    ...exhibitionFields,
    consents: Type.Optional(
      jsonPart(
        UploadConsents,
        'The consents; none when the part is absent. A part without `workshopConsent` true is 400.',
      ),
    ),
  }),
  responses: {
    200: Type.Object({
      filePath: Type.String(),
      fileName: Type.String(),
      groupId: Type.String(),
      groupName: Type.String(),
      managementToken: Type.Optional(Type.String({ format: 'uuid', description: lateRepeat })),
      managementUrl: Type.Optional(Type.String()),
    }),
    400: Type.Union([Type.Object({ msg: Type.String() }), Type.Ref('Error')]),
  },
  codes: [...newGroupCodes, 'INVALID_BODY', 'IDEMPOTENCY_KEY_REUSED'],
})

export const downloadImage = specified('GET /api/download/{id}', 'public', {
  summary: 'Download an original by its stored file name.',
  pathTexts: { id: 'Stored file name of the image.' },
  produces: 'image/*',
  responses: { 200: Type.String({ contentMediaType: 'application/octet-stream' }) },
  codes: ['FILE_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
})

export const uploadBatch = specified('POST /api/upload/batch', 'public', {
  summary: 'Upload images as a new group, with consents and texts.',
  description:
    'Every file part counts as an image; `images` is the documented name. Parts may come in any order. ' +
    'A batch is stored whole or not at all.',
  multipart: true,
  headers: idempotencyHeaders,
  body: Type.Object({
    images: Type.Array(ImageFile, { minItems: 1, maxItems: limits.imagesPerGroup }),
    metadata: Type.Optional(jsonPart(UploadMetadata, 'Year and texts of the group.')),
    descriptions: Type.Optional(
      jsonPart(
        UploadDescriptions,
        'By file name; the nth entry of a name goes to its nth file. A description over 200 and an alt text over 500 is truncated.',
      ),
    ),
    consents: jsonPart(UploadConsents, '`workshopConsent` must be true.'),
    description: Type.Optional(Type.String({ description: 'Description of the group.' })),
    ...exhibitionFields,
  }),
  responses: { 200: UploadedGroup },
  codes: [...newGroupCodes, 'INVALID_BODY', 'IDEMPOTENCY_KEY_REUSED', 'NO_FILES'],
})

const submissionUrl = '/api/upload/submissions/{submissionId}'

export const createSubmission = operation('POST /api/upload/submissions', 'public', {
  summary: 'Begin a submission: first what it is and the consents, then each file on its own.',
  description:
    'It expires 24 hours after its last file, and nothing of it remains. No group exists before `completeSubmission`.',
  body: Type.Object({
    metadata: Type.Optional(UploadMetadata),
    consents: Type.Unsafe<Static<typeof UploadConsents>>({
      ...UploadConsents,
      description: '`workshopConsent` must be true.',
    }),
    files: Type.Array(AnnouncedFile, { maxItems: limits.formEntries }),
    ...exhibitionFields,
  }),
  responses: { 201: Submission },
  codes: [...newGroupCodes, 'NO_FILES'],
})

export const getSubmission = operation(`GET ${submissionUrl}`, 'public', {
  summary: 'Which files of a submission have arrived.',
  responses: { 200: Submission },
  codes: ['TEMPORARILY_UNAVAILABLE'],
})

export const putSubmissionFile = operation(`PUT ${submissionUrl}/files/{index}`, 'public', {
  summary: 'Send the bytes of one file.',
  description:
    'A repeat replaces the file; a repeat that is refused leaves what had arrived. With `Content-Range` the body is one ' +
    'part of the file: parts come in order, each where the one before ended, and the last one is answered like a whole ' +
    'file. After a broken connection `getSubmission` says in `receivedBytes` where to go on.',
  pathTexts: { index: 'Place in `files`, from 0.' },
  headers: Type.Object({
    'content-range': Type.Optional(
      Type.String({ description: '`bytes <first>-<last>/<all>`; parts but the last have at least 65,536 bytes.' }),
    ),
  }),
  body: ImageFile,
  bytes: true,
  responses: { 200: Type.Union([ArrivedFile, ArrivedPart]) },
  codes: [...begunCodes, 'FILE_NOT_FOUND', 'SUBMISSION_COMPLETE', 'RANGE_NOT_SATISFIABLE', 'STORAGE_FULL'],
})

export const completeSubmission = operation(`POST ${submissionUrl}/complete`, 'public', {
  summary: 'Make a group of the files that have arrived.',
  description:
    'Counts as one upload. A repeat gets the same answer, after an hour or after a renewed link without the management token.',
  body: Type.Object({
    skip: Type.Optional(
      Type.Array(Type.Integer(), {
        maxItems: limits.imagesPerGroup,
        description: 'Indexes of files to leave out of the group, such as refused ones.',
      }),
    ),
  }),
  bodyOptional: true,
  responses: { 200: UploadedGroup },
  codes: [...begunCodes, 'SUBMISSION_INCOMPLETE', 'NO_FILES'],
})

export const deleteSubmission = operation(`DELETE ${submissionUrl}`, 'public', {
  summary: 'Abandon a submission: nothing of it remains.',
  responses: { 200: Success({}) },
  codes: ['SUBMISSION_COMPLETE', 'TEMPORARILY_UNAVAILABLE'],
})

export const getUploadSettings = operation('GET /api/upload/settings', 'public', {
  withoutGroups: true,
  summary: 'The configured limits of an upload, for clients that check before they send.',
  responses: {
    200: Type.Object({
      maxFileSizeMb: Type.Integer({ description: 'Of 2^20 bytes.' }),
      maxImagePixels: Type.Integer({ description: 'Pixels of one photo.' }),
      maxImagesPerGroup: Type.Integer(),
      acceptedTypes: Type.Array(Type.String({ description: 'A media type.' })),
      retentionDays: Type.Integer({ description: 'Days until a group that was never approved is deleted.' }),
      uploadUrl: Type.String({ description: 'Address of the upload page, for posters and QR codes.' }),
      proposedUrls: Type.Array(Type.String(), {
        description: "The machine's own addresses, for a browser on it where no phone reaches uploadUrl.",
      }),
    }),
  },
})
