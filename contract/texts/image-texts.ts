import { type TSchema, Type } from 'typebox'

/**
 * The texts that belong to an image: the caption, and the alt text, which says what one sees in it. Answers, changes,
 * columns and searches derive from these names. The public gets the ones that a moderator saw last (D45). Their lengths are
 * in `limits` under the same names.
 */
export const imageTextNames = ['imageDescription', 'altText'] as const
type ImageTextName = (typeof imageTextNames)[number]

/** null where there is no text. */
export type ImageTexts = Readonly<Record<ImageTextName, string | null>>
export type PublishedTexts = Readonly<Record<'publishedDescription' | 'publishedAltText', string | null>>

/** The texts among other fields. */
export const imageTextsOf = ({ imageDescription, altText }: Partial<ImageTexts>): ImageTexts => ({
  imageDescription: imageDescription ?? null,
  altText: altText ?? null,
})

export const publishedTextsOf = ({ publishedDescription, publishedAltText }: PublishedTexts): PublishedTexts => ({
  publishedDescription,
  publishedAltText,
})

/** The public gets these texts. */
export const asPublished = ({ imageDescription, altText }: ImageTexts): PublishedTexts => ({
  publishedDescription: imageDescription,
  publishedAltText: altText,
})

/** The texts that the public gets. */
export const fromPublished = ({ publishedDescription, publishedAltText }: PublishedTexts): ImageTexts => ({
  imageDescription: publishedDescription,
  altText: publishedAltText,
})

export const isPublishedAsIs = (image: ImageTexts & PublishedTexts): boolean =>
  image.imageDescription === image.publishedDescription && image.altText === image.publishedAltText

/** As requests name them; an absent one is not changed. */
export type SentTexts = {
  readonly description?: string | null | undefined
  readonly altText?: string | null | undefined
}

/** The fields of a request that hold the texts of an image. */
export const sentTexts = <T extends TSchema>(schema: (name: ImageTextName) => T) => ({
  description: Type.Optional(schema('imageDescription')),
  altText: Type.Optional(schema('altText')),
})

/** The texts that a request has. `check` gets each with its name in answers and in the request. */
export const readTexts = (
  { description, altText }: SentTexts,
  check: (name: ImageTextName, text: string | null, sentAs: keyof SentTexts) => string | null,
): Partial<ImageTexts> => ({
  ...(description !== undefined && { imageDescription: check('imageDescription', description, 'description') }),
  ...(altText !== undefined && { altText: check('altText', altText, 'altText') }),
})
