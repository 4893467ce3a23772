import { onSite } from '#web/api/base-path.ts'
import 'yet-another-react-lightbox/styles.css'
import 'yet-another-react-lightbox/plugins/captions.css'
import 'yet-another-react-lightbox/plugins/counter.css'
import Lightbox from 'yet-another-react-lightbox'
import Captions from 'yet-another-react-lightbox/plugins/captions'
import Counter from 'yet-another-react-lightbox/plugins/counter'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import type { StoredPhoto } from '#web/components/photos/photo.ts'
import type { AdminGroup } from '#web/features/admin/moderation/group/group-queries.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './photo-lightbox.module.css'

interface PhotoLightboxProps {
  readonly group: AdminGroup
  readonly order: readonly StoredPhoto[]
  readonly index: number
  readonly onIndex: (index: number) => void
  readonly onClose: () => void
}

/** The photos large: arrows, zoom, Escape. */
export const PhotoLightbox = ({ group, order, index, onIndex, onClose }: PhotoLightboxProps) => {
  const { t } = useTexts()
  const slides = order.flatMap(({ id, caption, name }) => {
    const image = group.images.find((one) => String(one.id) === id)
    if (!image) return []
    const size = image.width && image.height ? { width: image.width, height: image.height } : {}
    return [{ src: onSite(image.filePath), alt: caption || name, description: caption, ...size }]
  })
  return (
    <Lightbox
      open
      {...(style.lightbox && { className: style.lightbox })}
      index={index}
      slides={slides}
      close={onClose}
      on={{ view: ({ index: shown }) => onIndex(shown) }}
      plugins={[Zoom, Captions, Counter]}
      carousel={{ finite: true }}
      zoom={{ maxZoomPixelRatio: 2, scrollToZoom: true }}
      counter={{ container: { style: { top: 0, bottom: 'unset' } } }}
      labels={{
        Lightbox: t('lightbox.title'),
        Close: t('app.close'),
        Previous: t('lightbox.previous'),
        Next: t('lightbox.next'),
        'Zoom in': t('lightbox.zoomIn'),
        'Zoom out': t('lightbox.zoomOut'),
      }}
    />
  )
}
