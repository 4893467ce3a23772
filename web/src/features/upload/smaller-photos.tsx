import { Checkbox } from '@mantine/core'
import { type Dispatch, useEffect, useEffectEvent, useRef, useState } from 'react'
import { drawJpeg } from '#web/components/photos/convert/draw-jpeg.ts'
import { exifOfJpeg, setUpright, withExif } from '#web/components/photos/convert/exif.ts'
import { whilePreparing } from '#web/components/photos/convert/preparing.ts'
import type { Photo } from '#web/components/photos/photo.ts'
import { uuid } from '#web/components/uuid.ts'
import type { DraftChange } from './draft/draft.ts'
import { t } from './texts/texts.ts'

/** Originals by the smaller file that replaced them, until the page closes. */
const originals = new WeakMap<File, File>()

interface SmallerPhotosProps {
  readonly photos: readonly Photo[]
  readonly change: Dispatch<DraftChange>
}

/** Whether photos are to be smaller, and how to change that. */
function useSmallerPhotos({ photos, change }: SmallerPhotosProps): readonly [boolean, (smaller: boolean) => void] {
  const [smaller, setSmaller] = useState(false)
  const [busy, setBusy] = useState(false)
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
    // One at a time: each takes tens of megabytes of the memory of a phone.
    if (!smaller || !next || busy) return
    seen.current.add(next.file)
    setBusy(true)
    void whilePreparing(shrink(next.file).catch(() => undefined)).then((made) => {
      setBusy(false)
      if (!wanted.current) return
      if (made) originals.set(made, next.file)
      // One that is not converted, too: sending waits for the draft to change.
      replaceByLatest(next.file, made ?? next.file)
    })
  }, [smaller, photos, busy])
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
  const [smaller, choose] = useSmallerPhotos(props)
  return (
    <Checkbox
      mt="md"
      checked={smaller}
      label={t('sizes.smaller')}
      description={t('sizes.smallerHint', { pixels: smallerPixels })}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  )
}

interface Connection {
  readonly saveData?: boolean
  readonly effectiveType?: string
  readonly type?: string
}

/** Whether the browser reports a slow or metered connection. Safari and Firefox never do. */
export function isSlowOrMetered(): boolean {
  const { connection }: Navigator & { connection?: Connection } = navigator
  if (!connection) return false
  return connection.saveData === true || connection.type === 'cellular' || connection.effectiveType !== '4g'
}

/** Pixels of the longer side (D67). */
const smallerPixels = 2_560
const quality = 0.85

/** A smaller JPEG, upright and with its EXIF data; undefined for a file that is not a JPEG, is small already or cannot be read. */
async function shrink(file: File): Promise<File | undefined> {
  if (file.type !== 'image/jpeg') return undefined
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return undefined
  if (Math.max(bitmap.width, bitmap.height) <= smallerPixels) return void bitmap.close()
  const [drawn, exif] = [await drawJpeg(bitmap, { maxSide: smallerPixels, quality }), await exifOfJpeg(file)]
  if (exif) setUpright(exif)
  const jpeg = exif ? withExif(drawn, exif) : drawn
  if (jpeg.size >= file.size) return undefined
  return new File([jpeg], file.name, { type: file.type, lastModified: file.lastModified })
}
