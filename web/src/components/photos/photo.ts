import { limits } from '#contract/limits.ts'

/** What is written about a photo: below it, and for people who do not see it. */
export type PhotoText = 'caption' | 'altText'
export const photoTextLimits = { caption: limits.imageDescription, altText: limits.altText } as const

/** Names a text that was typed about a photo. */
export const textKey = (id: string | number, what: PhotoText): string =>
  what === 'caption' ? `${id}` : `${id}:${what}`
const isAltText = (key: string) => key.endsWith(':altText')

export const isTooLong = (what: PhotoText, text: string): boolean => characters(text) > photoTextLimits[what]
export const hasTooLong = ({ caption, altText }: Readonly<Record<PhotoText, string>>): boolean =>
  isTooLong('caption', caption) || isTooLong('altText', altText)
export const keyFits = (key: string, text: string): boolean => !isTooLong(isAltText(key) ? 'altText' : 'caption', text)

/** A typed text in the form that the server expects. */
export const sentText = (key: string, text: string) => ({
  imageId: Number.parseInt(key, 10),
  ...(isAltText(key) ? { altText: text } : { description: text }),
})

/** What a screen reader says of a photo. */
export const altOf = (photo: Pick<ShownPhoto, 'caption' | 'altText'>): string => photo.altText || photo.caption

interface WithTexts extends Readonly<Record<PhotoText, string>> {
  readonly id: string
}

/** A photo chosen on this device. */
export interface Photo extends WithTexts {
  readonly file: File
}

/** A photo that the server has. */
export interface StoredPhoto extends WithTexts {
  readonly name: string
  /** Path of its preview. */
  readonly preview: string
}

export type ShownPhoto = Photo | StoredPhoto

export type PhotoMove = { readonly type: 'move'; readonly id: string; readonly to: number }
export type CaptionChange = {
  readonly type: 'caption'
  readonly id: string
  readonly what: PhotoText
  readonly text: string
}
export type PhotoChange = PhotoMove | CaptionChange

/** `n` of `count`, from 1, and the name of the file; parameters of the texts. */
export type Place = {
  readonly n: number
  readonly count: number
  readonly file: string
}

export const nameOf = (photo: ShownPhoto): string => ('file' in photo ? photo.file.name : photo.name)

/** The list with one photo at another place; the same list when there is no such photo or place. */
export const moved = <T extends { readonly id: string }>(
  photos: readonly T[],
  id: string,
  to: number,
): readonly T[] => {
  const photo = photos.find((one) => one.id === id)
  if (!photo || to < 0 || to >= photos.length) return photos
  return inserted(
    photos.filter((one) => one !== photo),
    to,
    photo,
  )
}

/** The list with one more at a place. Old phones have no `toSpliced`. */
export const inserted = <T>(list: readonly T[], at: number, item: T): readonly T[] => [
  ...list.slice(0, at),
  item,
  ...list.slice(at),
]

/** Code points, as the limits count. */
export const characters = (text: string): number => [...text.trim()].length
