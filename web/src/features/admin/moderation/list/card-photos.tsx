import { VisuallyHidden } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { withBasePath } from '#web/api/base-path.ts'
import type { ListedGroup } from '#web/features/admin/moderation/session/groups.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import type { CardProps } from './card.tsx'
import style from './card-photos.module.css'

type Preview = ListedGroup['previews'][number]

/** The first photos of a group; they open all of them large. */
export const CardPhotos = ({ group, onView }: Pick<CardProps, 'group' | 'onView'>) => {
  const { t } = useTexts()
  const { previews, imageCount } = group
  const [cover, ...strip] = previews
  const more = imageCount - previews.length
  return (
    <button type="button" className={style.photos} data-alone={strip.length === 0 || undefined} onClick={onView}>
      <VisuallyHidden>
        {t('moderation.viewPhotos', { title: group.title ?? t('group.untitled'), count: imageCount })}
      </VisuallyHidden>
      <span className={style.cover}>{cover && <Picture preview={cover} />}</span>
      {strip.length > 0 && (
        <span className={style.strip}>
          {strip.map((preview) => (
            <Picture key={preview.imageId} preview={preview} />
          ))}
          {more > 0 && (
            <span className={style.more} aria-hidden="true">
              +{more}
            </span>
          )}
        </span>
      )}
    </button>
  )
}

const Picture = ({ preview }: { readonly preview: Preview }) => (
  <span className={style.picture} data-hidden={preview.hidden || undefined}>
    <img src={withBasePath(preview.previewPath)} alt="" loading="lazy" />
    {preview.hidden && <IconEyeOff />}
  </span>
)

/** The captions: they become public with the photos. */
export const CardCaptions = ({ group: { previews } }: Pick<CardProps, 'group'>) => {
  const { t } = useTexts()
  const written = previews.map((preview, index) => ({ ...preview, n: index + 1 }))
  const captions = written.filter(({ imageDescription, hidden }) => imageDescription || hidden)
  if (captions.length === 0) return null
  return (
    <ul className={style.captions}>
      {captions.map(({ imageId, n, imageDescription, hidden }) => (
        <li key={imageId}>
          <span>{t('moderation.photo', { n })}</span>
          {hidden && <em>{t('group.hidden')}</em>} {imageDescription}
        </li>
      ))}
    </ul>
  )
}
