import type { Static, TSchema } from 'typebox'
import { limits } from '#contract/limits.ts'
import type { SentTexts } from '#contract/texts/image-texts.ts'
import { UploadConsents, UploadDescriptions, UploadMetadata } from '#contract/upload.ts'
import { AppError, invalidBody } from '#server/domain/errors.ts'
import { baseName } from '#server/domain/names.ts'
import type { ImageReceiver } from '#server/groups/receiving/receive-images.ts'
import { lazyAjv, lazyValidator } from '#server/http/lazy-validator.ts'
import { parseBoundedJson } from '#server/http/uploads/bounded-json.ts'
import { isEmptyFileInput, type Part } from '#server/http/uploads/multipart.ts'

// Unused parts are not kept while the photos arrive (D58).
const ajv = lazyAjv({ removeAdditional: 'all' })

/** Reads a part that holds JSON text. AppError INVALID_BODY names the part and the field. */
function jsonPart<T extends TSchema>(name: string, schema: T): (value: unknown) => Static<T> {
  const validate = lazyValidator<Static<T>>(ajv, schema)
  return (value) => {
    const parsed = typeof value === 'string' ? parseBoundedJson(name, value) : value
    if (validate(parsed)) return parsed
    const [error] = validate.errors ?? []
    const field = `${name}${error?.instancePath.replaceAll('/', '.')}`
    throw invalidBody(field, `${field} ${error?.message}`)
  }
}

const readMetadata = jsonPart('metadata', UploadMetadata)
const readDescriptions = jsonPart('descriptions', UploadDescriptions)
const readConsents = jsonPart('consents', UploadConsents)

const textFields = ['description', 'groupName', 'exhibition', 'accessCode', 'staffLink'] as const
const isTextField = (field: string): field is (typeof textFields)[number] => textFields.some((each) => each === field)

export const uploadTextNames = ['metadata', 'descriptions', 'consents', ...textFields] as const

/** The texts of a file, by its name on the client. */
export type FileTexts = SentTexts & { readonly fileName: string }

export interface UploadForm {
  /** The client's base names of the files, in the order they came. */
  readonly fileNames: readonly string[]
  readonly metadata: Static<typeof UploadMetadata>
  readonly descriptions: readonly FileTexts[]
  /** undefined: the form has no such part. */
  readonly consents: Static<typeof UploadConsents> | undefined
  readonly description: string | undefined
  readonly groupName: string | undefined
  /** A slug. */
  readonly exhibition: string | undefined
  readonly accessCode: string | undefined
  /** The secret of a staff link. */
  readonly staffLink: string | undefined
}

const asText = (field: string, value: unknown): string => {
  if (typeof value === 'string') return value
  throw invalidBody(field, `The part ${field} must be a text`)
}

const asList = (descriptions: Static<typeof UploadDescriptions>): UploadForm['descriptions'] =>
  Array.isArray(descriptions)
    ? descriptions
    : Object.entries(descriptions).map(([fileName, description]) => ({ fileName, description }))

interface Reading {
  readonly maxFiles?: number | undefined
  /** Called before the files that come after it are taken; throws. */
  readonly checkStaffLink: ((secret: string) => Promise<unknown>) | undefined
}

/** Reads the form to its end; the images go to `receiver` as they arrive. Parts may come in any order (D7). */
export async function readUploadForm(
  parts: AsyncIterable<Part>,
  receiver: ImageReceiver,
  { maxFiles = limits.imagesPerGroup, checkStaffLink }: Reading,
): Promise<UploadForm> {
  const fileNames: string[] = []
  const form: { -readonly [K in keyof UploadForm]: UploadForm[K] } = {
    fileNames,
    metadata: {},
    descriptions: [],
    consents: undefined,
    description: undefined,
    groupName: undefined,
    exhibition: undefined,
    accessCode: undefined,
    staffLink: undefined,
  }
  for await (const part of parts) {
    if (part.kind === 'file') {
      if (await isEmptyFileInput(part)) continue
      if (fileNames.length === maxFiles) throw tooManyImages(maxFiles)
      const name = baseName(part.fileName)
      fileNames.push(name)
      await receiver.receive(name, part.content)
    } else if (part.field === 'consents') form.consents = part.value === '' ? {} : readConsents(part.value)
    else if (part.value === '') {
      // An empty part counts as absent; a part with consents must give one.
    } else if (part.field === 'metadata') form.metadata = readMetadata(part.value)
    else if (part.field === 'descriptions') form.descriptions = asList(readDescriptions(part.value))
    else if (isTextField(part.field)) form[part.field] = asText(part.field, part.value)
    if (part.kind === 'text' && part.field === 'staffLink' && form.staffLink) await checkStaffLink?.(form.staffLink)
  }
  return form
}

export const tooManyImages = (limit: number): AppError =>
  new AppError('TOO_MANY_IMAGES', `A group can have at most ${limit} image${limit === 1 ? '' : 's'} in one upload`, {
    details: { limit },
  })
