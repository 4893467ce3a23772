import { type ComponentProps, useEffect, useState } from 'react'
import { focusSoon } from '#web/components/focus-soon.ts'
import { lazyPart } from '#web/components/lazy-part.tsx'
import { nameOf, type ShownPhoto } from './photo.ts'
import { PhotoGrid } from './photo-grid.tsx'

const { Part: PhotoLightbox } = lazyPart(() => import('./photo-lightbox.tsx').then((module) => module.PhotoLightbox))

/** A grid whose photos open large. */
export const EnlargingPhotoGrid = (props: Omit<ComponentProps<typeof PhotoGrid>, 'onOpen'>) => {
  const [opened, setOpened] = useState<string>()
  const close = () => {
    setOpened(undefined)
    focusSoon(`open-${opened}`)
  }
  return (
    <>
      <PhotoGrid {...props} onOpen={setOpened} />
      {opened !== undefined && <Enlarged photos={props.photos} opened={opened} onClose={close} />}
    </>
  )
}

interface EnlargedProps {
  readonly photos: readonly ShownPhoto[]
  readonly opened: string
  readonly onClose: () => void
}

const sourceOf = (photo: ShownPhoto) => ('file' in photo ? URL.createObjectURL(photo.file) : photo.preview)

const Enlarged = ({ photos, opened, onClose }: EnlargedProps) => {
  const [sources] = useState(() => new Map(photos.map((photo) => [photo.id, sourceOf(photo)])))
  useEffect(
    () => () => {
      for (const source of sources.values()) URL.revokeObjectURL(source)
    },
    [sources],
  )
  const slides = photos.map((photo) => ({
    src: sources.get(photo.id) ?? '',
    alt: photo.caption || nameOf(photo),
    description: photo.caption,
  }))
  const index = photos.findIndex(({ id }) => id === opened)
  return <PhotoLightbox slides={slides} index={index} onClose={onClose} />
}
