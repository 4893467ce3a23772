import { Button, TextInput } from '@mantine/core'
import { type Dispatch, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { announce } from '#web/components/announcer.tsx'
import { characters, type Photo, type PhotoChange } from '#web/components/photos/photo.ts'
import { t } from '#web/components/photos/texts/texts.ts'
import style from './caption-for-all.module.css'

interface CaptionForAllProps {
  readonly photos: readonly Photo[]
  readonly change: Dispatch<PhotoChange>
}

/** Writes the caption of all photos that have none of their own. */
export const CaptionForAll = ({ photos, change }: CaptionForAllProps) => {
  const [text, setText] = useState('')
  const last = useRef('')
  const over = characters(text) - limits.imageDescription
  const use = () => {
    const caption = text.trim()
    for (const photo of photos)
      if (photo.caption.trim() === '' || photo.caption === last.current)
        change({ type: 'caption', id: photo.id, what: 'caption', text: caption })
    last.current = caption
    announce(t('captions.done'))
  }
  return (
    <div className={`row ${style.captionForAll}`}>
      <TextInput
        className={style.field}
        label={t('captions.label')}
        description={t('captions.hint')}
        error={over > 0 && t('texts.tooLong', { count: over })}
        value={text}
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button size="md" variant="default" disabled={over > 0 || text.trim() === ''} onClick={use}>
        {t('captions.use')}
      </Button>
    </div>
  )
}
