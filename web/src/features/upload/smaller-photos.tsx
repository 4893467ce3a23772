import './texts/texts.ts'
import { Checkbox } from '@mantine/core'
import { type Dispatch, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { whilePreparing } from '#web/components/photos/convert/preparing.ts'
import { shrink, smallerPixels } from '#web/components/photos/convert/shrink.ts'
import type { Photo } from '#web/components/photos/photo.ts'
import { uuid } from '#web/components/uuid.ts'
import type { DraftChange } from './draft/draft.ts'

/** Originals by the smaller file that replaced them, until the page closes. */
const originals = new WeakMap<File, File>()

interface SmallerPhotosProps {
  readonly photos: readonly Photo[]
  readonly change: Dispatch<DraftChange>
}

/** Whether photos are to be smaller, and how to change that. */
function useSmallerPhotos({ photos, change }: SmallerPhotosProps): readonly [boolean, (smaller: boolean) => void] {
  const [smaller, setSmaller] = useState(false)
  const seen = useRef(new WeakSet<File>())
  const wanted = useRef(false)
  const current = useRef(photos)
  current.current = photos

  // A new id: the device and the thumbnails know a photo by it.
  const replace = (file: File, by: File) => {
    const at = current.current.findIndex((photo) => photo.file === file)
    const photo = current.current[at]
    if (!photo) return
    change({ type: 'remove', id: photo.id })
    change({ type: 'insert', at, photo: { ...photo, id: uuid(), file: by } })
  }
  const replaceByLatest = useEffectEvent(replace)
  useEffect(() => {
    const next = photos.find(({ file }) => !seen.current.has(file) && !originals.has(file))
    if (!smaller || !next) return
    seen.current.add(next.file)
    void whilePreparing(shrink(next.file).catch(() => undefined)).then((made) => {
      if (!wanted.current) return
      if (made) originals.set(made, next.file)
      // A photo that is not converted makes room for the next one.
      replaceByLatest(next.file, made ?? next.file)
    })
  }, [smaller, photos])
  const restore = () => {
    for (const { file } of photos) if (originals.has(file)) replace(file, originals.get(file) ?? file)
    seen.current = new WeakSet()
  }
  const choose = (next: boolean) => {
    wanted.current = next
    setSmaller(next)
    if (!next) restore()
  }
  return [smaller, choose]
}

/** A tick that makes the chosen photos smaller, later ones included, and restores them (D67). */
export const SmallerPhotos = (props: SmallerPhotosProps) => {
  const { t } = useTranslation('upload')
  const [smaller, choose] = useSmallerPhotos(props)
  return (
    <Checkbox
      mt="md"
      size="md"
      checked={smaller}
      label={t('sizes.smaller')}
      description={t('sizes.smallerHint', { pixels: smallerPixels })}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  )
}
