import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Exhibition, mainSlug } from '#server/domain/exhibition.ts'
import type { Image } from '#server/domain/group.ts'

/** Widths of the photos in pixels; the middle one is that of the previews. */
export const widths = [400, 800, 1_600] as const
export type PhotoWidth = (typeof widths)[number]

export const filesPath = '/gallery/files/'

/** The addresses of a gallery's page, feed and frame; `base` is the address of the service. */
export const urlsOf = (base: string, { slug }: Exhibition) => ({
  page: slug === mainSlug ? `${base}/gallery` : `${base}/gallery/${slug}`,
  feed: `${base}/gallery/${slug}/feed.atom`,
  embed: `${base}/gallery/${slug}/embed`,
})

/** Which gallery has its page at a path; undefined for any other path. */
export function pageAt(path: string): { slug: string; isEmbedded: boolean } | undefined {
  const found = /^\/gallery(?:\/([^/]+)(\/embed)?)?\/?$/.exec(path)
  return found ? { slug: found[1] ?? mainSlug, isEmbedded: found[2] !== undefined } : undefined
}

/**
 * What the addresses of a photo begin with: unguessable, and another one after the consent was withdrawn and given again,
 * or the photo has got a new served name (D47, D90). Nothing is stored, so an address ends with what it is made of.
 */
export function stemOf(secret: string, { id, fileName }: Pick<Image, 'id' | 'fileName'>, consentedAt: string): string {
  const mac = createHmac('sha256', secret).update(`${id} ${fileName} ${consentedAt}`).digest('base64url')
  return `${id.toString(36)}-${mac.slice(0, 22)}`
}

export const photoName = (stem: string, width: PhotoWidth): string => `${stem}-${width}.jpg`
export const photoPath = (stem: string, width: PhotoWidth): string => `${filesPath}${photoName(stem, width)}`

export interface PhotoAddress {
  readonly imageId: number
  readonly stem: string
  readonly width: PhotoWidth
}

/** From a name without its extension; undefined when it cannot be the name of a photo. */
export function readPhotoName(name: string): PhotoAddress | undefined {
  const [, stem = '', id = '', size] = /^(([0-9a-z]{1,7})-[\w-]{22})-(\d{3,4})$/.exec(name) ?? []
  const width = widths.find((each) => String(each) === size)
  return width && { imageId: Number.parseInt(id, 36), stem, width }
}

export const isSameStem = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
