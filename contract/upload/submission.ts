import { type Static, Type } from 'typebox'
import { limits } from '#contract/limits.ts'
import { Named, Nullable, Ok, Timestamp } from '#contract/shapes.ts'
import { sentTexts } from '#contract/texts/image-texts.ts'

/** A file that will be sent. */
export const AnnouncedFile = Type.Object({
  fileName: Type.String({ description: 'Name of the file on the client.' }),
  fileSize: Type.Optional(Type.Integer({ minimum: 0, description: 'A hint: the bytes that arrive decide.' })),
  ...sentTexts((name) => Nullable(Type.String({ description: `Over ${limits[name]}: truncated.` }))),
})

const index = Type.Integer({ minimum: 0, description: 'Place in `files`, from 0.' })
const receivedBytes = Type.Integer({ description: 'Of a file that comes in parts: where the next one begins.' })

const SubmissionFile = Type.Object({
  index,
  status: Type.Enum(['waiting', 'arrived']),
  receivedBytes: Type.Optional(receivedBytes),
})

/** A submission, and what of it has arrived. */
export const Submission = Named('Submission', {
  submissionId: Type.String({ format: 'uuid' }),
  expiresAt: Timestamp,
  isComplete: Type.Boolean({ description: 'A group was made of it.' }),
  files: Type.Array(SubmissionFile),
})
export type Submission = Static<typeof Submission>

export const ArrivedFile = Ok({
  index,
  status: Type.Literal('arrived'),
  fileSize: Type.Integer({ description: 'Bytes of the stored original.' }),
  mimeType: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  exifDateTaken: Nullable(Timestamp),
  exifCameraModel: Nullable(Type.String()),
})
export type ArrivedFile = Static<typeof ArrivedFile>

/** The answer to a part that is not the last one; an earlier file stays until then. */
export const ArrivedPart = Ok({
  index,
  status: Type.Enum(['waiting', 'arrived']),
  receivedBytes,
})
export type ArrivedPart = Static<typeof ArrivedPart>
