import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { documentSettings, uploadSettings } from '#web/api/upload-settings.ts'
import { announce } from '#web/components/announcer.tsx'
import { checkFiles, type Rejected } from '#web/components/photos/check-files.ts'
import type { Photo } from '#web/components/photos/photo.ts'
import { keepThumbnails } from '#web/components/photos/thumbnails.ts'
import { useFileDrop } from '#web/components/photos/use-file-drop.ts'
import { uuid } from '#web/components/uuid.ts'
import { t } from '#web/i18n/i18n.ts'

export type ChosenPhotos = ReturnType<typeof useChosenPhotos>

/** Photos of this device to be added to the `taken` ones of the group. */
export const useChosenPhotos = (taken: number) => {
  const { data: settings = documentSettings } = useQuery(uploadSettings)
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  const [rejected, setRejected] = useState<readonly Rejected[]>([])
  const count = useRef(0)
  count.current = taken + photos.length
  useEffect(() => keepThumbnails(photos), [photos])
  useEffect(() => () => keepThumbnails([]), [])

  const add = async (files: File[]) => {
    const { accepted, rejected } = await checkFiles(files, settings, () => count.current)
    setRejected(rejected)
    if (accepted.length === 0) return
    count.current += accepted.length
    setPhotos((before) => [...before, ...accepted.map((file) => ({ id: uuid(), file, caption: '', altText: '' }))])
    announce(t('photos.added', { count: accepted.length }))
  }
  const dropping = useFileDrop(add)
  return {
    photos,
    rejected,
    settings,
    dropping,
    add,
    leaveOut: (id: string) => setPhotos(photos.filter((photo) => photo.id !== id)),
    clear: () => setPhotos([]),
    /** Those that were chosen meanwhile stay. */
    sent: (them: readonly Photo[]) => setPhotos((all) => all.filter((photo) => !them.includes(photo))),
    clearRejected: () => setRejected([]),
  }
}
