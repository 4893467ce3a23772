import type { PublicGroup } from '#contract/shapes.ts'
import { presentPublicGroup } from '#server/groups/presentation/present-group.ts'
import { photoName, photoPath } from './addresses.ts'
import type { GalleryGroup } from './gallery.ts'

/** As in the feed, with the addresses of the gallery: others would outlive the consent (D90). */
export function presentGalleryGroup(shown: GalleryGroup, exhibition: string | undefined): PublicGroup {
  const { group, images } = shown
  const presented = presentPublicGroup(group, images, exhibition)
  return {
    ...presented,
    images: presented.images.map((image, index) => {
      const { stem = '' } = images[index] ?? {}
      return {
        ...image,
        fileName: photoName(stem, 1_600),
        filePath: photoPath(stem, 1_600),
        previewPath: photoPath(stem, 800),
        mimeType: 'image/jpeg',
      }
    }),
  }
}
