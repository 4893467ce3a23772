import '#web/components/photos/texts/texts.ts'
import { Button, TextInput } from '@mantine/core'
import { type Dispatch, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { announce } from '#web/components/announcer.tsx'
import { EnlargingPhotoGrid } from '#web/components/photos/enlarging-photo-grid.tsx'
import { MoreTile } from '#web/components/photos/more-tile.tsx'
import { characters, type Photo, type PhotoChange } from '#web/components/photos/photo.ts'
import { formatBytes } from '#web/i18n/format.ts'
import { type DraftChange, totalBytes } from './draft/draft.ts'
import style from './draft-photos.module.css'
import { isSlowOrMetered, SmallerPhotos } from './smaller-photos.tsx'

interface DraftPhotosProps {
  readonly photos: readonly Photo[]
  readonly maxImages: number
  /** The name of the file that the server rejected. */
  readonly refused: string | undefined
  readonly change: Dispatch<DraftChange>
  readonly onRemove: (id: string) => void
  readonly onFiles: (files: File[]) => void
}

/** The chosen photos, to be ordered, captioned and looked at. */
export const DraftPhotos = ({ photos, maxImages, refused, change, onRemove, onFiles }: DraftPhotosProps) => {
  const { t } = useTranslation()
  const summary = t('photos.summary', { count: photos.length, size: formatBytes(totalBytes(photos)) })
  return (
    <div>
      <EnlargingPhotoGrid photos={photos} summary={summary} refused={refused} change={change} onRemove={onRemove}>
        {photos.length < maxImages && <MoreTile onFiles={onFiles} />}
      </EnlargingPhotoGrid>
      {isSlowOrMetered() && <SmallerPhotos photos={photos} change={change} />}
      {photos.length > 1 && <CaptionForAll photos={photos} change={change} />}
    </div>
  )
}

interface CaptionForAllProps {
  readonly photos: readonly Photo[]
  readonly change: Dispatch<PhotoChange>
}

/** Writes the caption of all photos that have none of their own. */
const CaptionForAll = ({ photos, change }: CaptionForAllProps) => {
  const { t } = useTranslation('photos')
  const { t: tAll } = useTranslation()
  const [text, setText] = useState('')
  const last = useRef('')
  const over = characters(text) - limits.imageDescription
  const use = () => {
    const caption = text.trim()
    for (const photo of photos)
      if (photo.caption.trim() === '' || photo.caption === last.current)
        change({ type: 'caption', id: photo.id, caption })
    last.current = caption
    announce(t('captions.done'))
  }
  return (
    <div className={style.captionForAll}>
      <TextInput
        className={style.field}
        label={t('captions.label')}
        description={t('captions.hint')}
        error={over > 0 && tAll('texts.tooLong', { count: over })}
        value={text}
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button size="md" h={44} variant="default" disabled={over > 0 || text.trim() === ''} onClick={use}>
        {t('captions.use')}
      </Button>
    </div>
  )
}
