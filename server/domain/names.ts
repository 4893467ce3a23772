import { randomBytes, randomUUID } from 'node:crypto'
import { type ImageType, imageTypeNames, imageTypes, limits } from '#contract/limits.ts'
import { groupTexts } from '#contract/texts/group-texts.ts'
import { truncate } from './text/text.ts'

/** 160 random bits: a photo or a group cannot be guessed (D10). */
function unguessable(): string {
  const name = randomBytes(20).toString('base64url')
  // To a shell a leading minus is an option, to a spreadsheet a formula.
  return name.startsWith('-') ? unguessable() : name
}

export const newGroupId = (): string => unguessable()
export const newManagementToken = (): string => randomUUID()
export const newUndoId = (): string => unguessable()
/** Whether a text can be a management token, or another secret that a client made like one. */
export const isUuid4 = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text)
/** Of the content of a group (D44). */
export const newRevision = (): string => randomBytes(9).toString('base64url')
export const newSubmissionId = (): string => randomUUID()
export const newStaffSecret = (): string => unguessable()
/** Of a part of a file, which is stored beside the originals until the file is whole. */
export const newPartName = (): string => `${unguessable()}.part`

/** The type of an image by the ending of its name; undefined for any other file. */
export const typeOfName = (fileName: string): ImageType | undefined =>
  imageTypeNames.find((type) => fileName.toLowerCase().endsWith(imageTypes[type]))

/** The preview of `a.png` is `a.jpg`. */
export const previewNameOf = (fileName: string): string => `${fileName.replace(/(?<=.)\.[^.]*$/u, '')}.jpg`

/** Of the original and the preview of an image. */
export interface ImageName {
  readonly fileName: string
  readonly previewName: string
}

export function newImageName(type: ImageType): ImageName {
  const fileName = `${unguessable()}${imageTypes[type]}`
  return { fileName, previewName: previewNameOf(fileName) }
}

/**
 * Whether a stored file can have this name: no path, no hidden file, no character that a URL has to escape.
 * Generated names always pass; migrated ones come from another program.
 */
export const isStoredName = (name: string): boolean =>
  /^[^./\\%#?\p{Cc}\p{Cs}][^/\\%#?\p{Cc}\p{Cs}]*$/u.test(name) && Buffer.byteLength(name) <= 255

/** As browsers write a quotation mark and line breaks of a file name into a form (HTML, multipart/form-data). */
const unescaped = (name: string): string => name.replaceAll('%22', '"').replace(/%0[AD]/g, '')

/** Without characters that change the writing direction: with them `gpj.exe` reads as `exe.jpg`. */
export const withoutBidiControls = (name: string): string => name.replace(/\p{Bidi_Control}/gu, '')

/** The last part of the client's file name, without control and writing-direction characters, at most 255 code points (D10). */
export function baseName(clientName: string | undefined): string {
  const [last = ''] = unescaped(clientName ?? '').match(/[^/\\]*$/) ?? []
  const shown = withoutBidiControls(last.replace(/\p{Cc}/gu, '')).trim()
  return truncate(shown, limits.originalName) || 'image'
}

/** The base name without its extension, as the default name of a group (D8). */
export const groupNameFrom = (fileName: string): string =>
  truncate(fileName.replace(/(?<=.)\.[^.]*$/u, '').trim(), groupTexts.name.maxLength)
