import { IconBlur, IconCopy } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { withBasePath } from '#web/api/base-path.ts'
import { useViewer } from '#web/features/admin/moderation/viewer/viewer.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './lightbox.module.css'
import type { ShownPhoto } from './shown-photo.ts'

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
      {group.images.map((image, n) => (
        <li key={image.id} data-hidden={image.hidden || undefined}>
          <button
            type="button"
            aria-label={t('lightbox.show', { n: n + 1 })}
            aria-current={n === index || undefined}
            onClick={() => show(n)}
          >
            <img src={withBasePath(image.previewPath)} alt="" />
            <span className={style.marks} aria-hidden="true">
              {image.alikeImageIds.length > 0 && <IconCopy size={14} />}
              {image.blurred && <IconBlur size={14} />}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
