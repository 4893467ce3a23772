import './texts/texts.ts'
import 'yet-another-react-lightbox/styles.css'
import 'yet-another-react-lightbox/plugins/captions.css'
import 'yet-another-react-lightbox/plugins/counter.css'
import { useTranslation } from 'react-i18next'
import Lightbox, { type SlideImage } from 'yet-another-react-lightbox'
import Captions from 'yet-another-react-lightbox/plugins/captions'
import Counter from 'yet-another-react-lightbox/plugins/counter'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import style from './photo-lightbox.module.css'

interface PhotoLightboxProps {
  readonly slides: readonly SlideImage[]
  readonly index: number
  readonly onIndex?: (index: number) => void
  readonly onClose: () => void
}

/** Photos large: arrows, zoom, Escape. */
export const PhotoLightbox = ({ slides, index, onIndex, onClose }: PhotoLightboxProps) => {
  const { t } = useTranslation('photos')
  return (
    <Lightbox
      open
      {...(style.lightbox && { className: style.lightbox })}
      index={index}
      slides={[...slides]}
      close={onClose}
      on={{ view: ({ index: shown }) => onIndex?.(shown) }}
      plugins={[Zoom, Captions, Counter]}
      carousel={{ finite: true, preload: 1 }}
      zoom={{ maxZoomPixelRatio: 2, scrollToZoom: true }}
      counter={{ container: { style: { top: 0, bottom: 'unset' } } }}
      labels={{
        Lightbox: t('lightbox.label'),
        'Photo gallery': t('lightbox.gallery'),
        Carousel: t('lightbox.gallery'),
        Slide: t('lightbox.photo'),
        '{index} of {total}': t('lightbox.position'),
        Close: t('lightbox.close'),
        Previous: t('lightbox.previous'),
        Next: t('lightbox.next'),
        'Zoom in': t('lightbox.zoomIn'),
        'Zoom out': t('lightbox.zoomOut'),
      }}
    />
  )
}
