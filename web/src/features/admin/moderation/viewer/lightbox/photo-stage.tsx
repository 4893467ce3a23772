import 'yet-another-react-lightbox/styles.css'
import { IconBlur, IconCopy } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import YetAnotherLightbox, { MODULE_NAVIGATION, type Plugin } from 'yet-another-react-lightbox'
import Inline from 'yet-another-react-lightbox/plugins/inline'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import { withBasePath } from '#web/api/base-path.ts'
import type { AdminImage } from '#web/features/admin/moderation/session/groups.ts'
import { useViewer } from '#web/features/admin/moderation/viewer/viewer.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './lightbox.module.css'

/** The photo that is shown large. */
export interface ShownPhoto {
  readonly image: AdminImage
  /** From 0. */
  readonly index: number
  readonly show: (index: number) => void
}

/** The dialog handles the arrow keys. */
const withoutNavigation: Plugin = ({ remove }) => remove(MODULE_NAVIGATION)
const plugins = [Inline, Zoom, withoutNavigation]

const slideOf = ({ filePath, width, height, imageDescription, originalName, fileName }: AdminImage) => ({
  src: withBasePath(filePath),
  alt: imageDescription || (originalName ?? fileName),
  ...(width && height && { width, height }),
})

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
  const labels = { Lightbox: t('lightbox.title'), 'Zoom in': t('lightbox.zoomIn'), 'Zoom out': t('lightbox.zoomOut') }
  return (
    <div className={style.stage} data-hidden={image.hidden || undefined}>
      <YetAnotherLightbox
        key={group.groupId}
        index={index}
        slides={group.images.map(slideOf)}
        plugins={plugins}
        on={{ view: ({ index: now }) => view(now) }}
        carousel={{ finite: true, padding: 0, preload: 2 }}
        animation={{ swipe: 200, navigation: 0 }}
        zoom={{ maxZoomPixelRatio: 2, scrollToZoom: true }}
        labels={labels}
      />
      {image.hidden && <p className={style.hidden}>{t('group.hidden')}</p>}
    </div>
  )
}

/** All photos of the group at a glance (D44). */
export const PhotoStrip = ({ index, show }: ShownPhoto) => {
  const { t } = useTexts()
  const { group } = useViewer()
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [index])
  return (
    <ol className={style.strip} ref={list} aria-label={t('lightbox.all')}>
      {group.images.map(({ id, hidden, previewPath, alikeImageIds, blurred }, n) => (
        <li key={id} data-hidden={hidden || undefined}>
          <button
            type="button"
            aria-label={t('lightbox.show', { n: n + 1 })}
            aria-current={n === index || undefined}
            onClick={() => show(n)}
          >
            <img src={withBasePath(previewPath)} alt="" />
            <span className={style.marks} aria-hidden="true">
              {alikeImageIds.length > 0 && <IconCopy size={14} />}
              {blurred && <IconBlur size={14} />}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
