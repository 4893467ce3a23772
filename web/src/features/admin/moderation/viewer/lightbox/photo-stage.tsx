import 'yet-another-react-lightbox/styles.css'
import { useRef } from 'react'
import Lightbox, { MODULE_NAVIGATION, type Plugin } from 'yet-another-react-lightbox'
import Inline from 'yet-another-react-lightbox/plugins/inline'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import { withBasePath } from '#web/api/base-path.ts'
import { useViewer } from '#web/features/admin/moderation/viewer/viewer.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './lightbox.module.css'
import type { ShownPhoto } from './shown-photo.ts'

/** The dialog handles the arrow keys. */
const withoutNavigation: Plugin = ({ remove }) => remove(MODULE_NAVIGATION)
const plugins = [Inline, Zoom, withoutNavigation]

/** The photo: swiped with a finger, zoomed by wheel, pinch and double tap. */
export const PhotoStage = ({ image, index, show }: ShownPhoto) => {
  const { t } = useTexts()
  const { group } = useViewer()
  // The stage also reports its old photo again while it moves to the requested one.
  const viewed = useRef(index)
  const view = (now: number) => {
    if (now === viewed.current) return
    viewed.current = now
    if (now !== index) show(now)
  }
  const slides = group.images.map(({ filePath, width, height, imageDescription, originalName, fileName }) => ({
    src: withBasePath(filePath),
    alt: imageDescription || (originalName ?? fileName),
    ...(width && height && { width, height }),
  }))
  return (
    <div className={style.stage} data-hidden={image.hidden || undefined}>
      <Lightbox
        key={group.groupId}
        index={index}
        slides={slides}
        plugins={plugins}
        on={{ view: ({ index: now }) => view(now) }}
        carousel={{ finite: true, padding: 0, preload: 2 }}
        animation={{ swipe: 200, navigation: 0 }}
        zoom={{ maxZoomPixelRatio: 2, scrollToZoom: true }}
        labels={{
          Lightbox: t('lightbox.title'),
          'Zoom in': t('lightbox.zoomIn'),
          'Zoom out': t('lightbox.zoomOut'),
        }}
      />
      {image.hidden && <p className={style.hidden}>{t('group.hidden')}</p>}
    </div>
  )
}
