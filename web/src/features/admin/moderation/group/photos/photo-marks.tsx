import type { AdminGroup } from '#web/features/admin/moderation/group/group-queries.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './photo-moderation.module.css'

/** Blurred, or like other photos of the group: by their numbers. */
export const PhotoMarks = ({ group, index }: { readonly group: AdminGroup; readonly index: number }) => {
  const { t } = useTexts()
  const image = group.images[index]
  if (!image) return null
  const numbers = image.alikeImageIds.map((other) => group.images.findIndex(({ id }) => id === other) + 1)
  const marks = [
    image.blurred && t('group.blurred'),
    numbers.length > 0 && t('group.alike', { numbers: numbers.join(', ') }),
  ]
  const text = marks.filter(Boolean).join(' · ')
  return text && <p className={style.published}>{text}</p>
}

export const countMarks = ({ images }: Pick<AdminGroup, 'images'>) => ({
  alikeImages: images.filter(({ alikeImageIds }) => alikeImageIds.length > 0).length,
  blurredImages: images.filter(({ blurred }) => blurred).length,
})
