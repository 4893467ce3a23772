import { onSite } from '#web/api/base-path.ts'
import type { StoredPhoto } from '#web/components/photos/photo.ts'
import { PhotoLightbox as Lightbox } from '#web/components/photos/photo-lightbox.tsx'
import type { AdminGroup } from '#web/features/admin/moderation/group/group-queries.ts'

interface PhotoLightboxProps {
  readonly group: AdminGroup
  readonly order: readonly StoredPhoto[]
  readonly index: number
  readonly onIndex: (index: number) => void
  readonly onClose: () => void
}

/** The originals of the group, in the order of the grid. */
export const PhotoLightbox = ({ group, order, ...rest }: PhotoLightboxProps) => {
  const slides = order.flatMap(({ id, caption, name }) => {
    const image = group.images.find((one) => String(one.id) === id)
    if (!image) return []
    const size = image.width && image.height ? { width: image.width, height: image.height } : {}
    return [{ src: onSite(image.filePath), alt: caption || name, description: caption, ...size }]
  })
  return <Lightbox slides={slides} {...rest} />
}
