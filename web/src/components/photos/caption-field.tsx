import { Textarea } from '@mantine/core'
import type { ComponentProps, Dispatch } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { formatNumber } from '#web/i18n/format.ts'
import style from './caption-field.module.css'
import { type CaptionChange, characters, type Place, type ShownPhoto } from './photo.ts'

export interface CaptionFieldProps extends Omit<ComponentProps<typeof Textarea>, 'onChange'> {
  readonly photo: Pick<ShownPhoto, 'id' | 'caption'>
  readonly place: Place
  readonly change: Dispatch<CaptionChange>
}

/** The caption of a photo, with what is left of its limit. */
export const CaptionField = ({ photo: { id, caption }, place, change, ...field }: CaptionFieldProps) => {
  const { t } = useTranslation()
  const used = characters(caption)
  const over = used > limits.imageDescription
  return (
    <Textarea
      size="sm"
      id={`caption-${id}`}
      classNames={{ input: style.caption, description: style.counter }}
      placeholder={t('photos.caption')}
      aria-label={t('photos.captionOf', place)}
      rows={2}
      value={caption}
      error={over}
      inputWrapperOrder={['input', 'description']}
      description={
        <span
          data-over={over || undefined}
          data-empty={used === 0 || undefined}
        >{`${formatNumber(used)}/${formatNumber(limits.imageDescription)}`}</span>
      }
      onChange={(event) => change({ type: 'caption', id, caption: event.currentTarget.value })}
      {...field}
    />
  )
}
