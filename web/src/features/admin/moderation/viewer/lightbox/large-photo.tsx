import { IconBlur, IconCopy } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { withBasePath } from '#web/api/base-path.ts'
import { PhotoStage } from '#web/components/photos/photo-stage.tsx'
import type { AdminImage } from '#web/features/admin/moderation/session/groups.ts'
import { useViewer } from '#web/features/admin/moderation/viewer/viewer.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import style from './lightbox.module.css'

/** The photo that is shown large. */
export interface ShownPhoto {
  readonly image: AdminImage
  /** From 0. */
  readonly index: number
  readonly show: (index: number) => void
  /** Keys act on it: it was chosen, or has been there for a moment. */
  readonly hasKeys: boolean
}

const slideOf = ({ filePath, width, height, altText, imageDescription, originalName, fileName }: AdminImage) => ({
  src: withBasePath(filePath),
  alt: altText || imageDescription || (originalName ?? fileName),
  ...(width && height && { width, height }),
})

export const LargePhoto = ({ image, index, show }: ShownPhoto) => {
  const { group } = useViewer()
  const labels = { Lightbox: t('lightbox.title'), 'Zoom in': t('lightbox.zoomIn'), 'Zoom out': t('lightbox.zoomOut') }
  return (
    <div className={style.stage} data-hidden={image.hidden || undefined}>
      <PhotoStage key={group.groupId} index={index} slides={group.images.map(slideOf)} show={show} labels={labels} />
      {image.hidden && <p className={style.hidden}>{t('group.hidden')}</p>}
    </div>
  )
}

/** All photos of the group at a glance (D44). */
export const PhotoStrip = ({ index, show }: ShownPhoto) => {
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
            className="plain-button"
            aria-label={t('lightbox.show', { n: n + 1 })}
            aria-current={n === index || undefined}
            onClick={() => show(n)}
          >
            <img className="filling" src={withBasePath(previewPath)} alt="" />
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
