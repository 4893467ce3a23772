import { Textarea } from '@mantine/core'
import type { ComponentProps, Dispatch } from 'react'
import { formatNumber } from '#web/i18n/format.ts'
import { t } from '#web/i18n/i18n.ts'
import style from './caption-field.module.css'
import {
  type CaptionChange,
  characters,
  type PhotoText,
  type Place,
  photoTextLimits,
  type ShownPhoto,
} from './photo.ts'

export interface CaptionFieldProps extends Omit<ComponentProps<typeof Textarea>, 'onChange'> {
  readonly photo: Pick<ShownPhoto, 'id' | 'caption' | 'altText'>
  /** Default: the caption. */
  readonly what?: PhotoText
  readonly place: Place
  readonly change: Dispatch<CaptionChange>
}

/** A text of a photo, with what is left of its limit. */
export const CaptionField = ({ photo, what = 'caption', place, change, ...field }: CaptionFieldProps) => {
  const { id, [what]: text } = photo
  const limit = photoTextLimits[what]
  const used = characters(text)
  const over = used > limit
  return (
    <Textarea
      size="sm"
      id={`${what}-${id}`}
      classNames={{ input: style.caption, description: style.counter }}
      placeholder={t('photos.caption')}
      aria-label={t('photos.captionOf', place)}
      rows={2}
      value={text}
      error={over}
      inputWrapperOrder={['input', 'description']}
      description={
        <span
          data-over={over || undefined}
          data-empty={used === 0 || undefined}
        >{`${formatNumber(used)}/${formatNumber(limit)}`}</span>
      }
      onChange={(event) => change({ type: 'caption', id, what, text: event.currentTarget.value })}
      {...field}
    />
  )
}
