import { type RefObject, startTransition, useRef, useState } from 'react'
import { announce } from '#web/components/announcer.tsx'
import { focusSoon } from '#web/components/focus-soon.ts'
import { loadPersistently } from '#web/components/lazy-part.tsx'
import type { Rejected, UploadLimits } from '#web/components/photos/check-files.ts'
import { isReadable } from '#web/components/photos/is-readable.ts'
import type { Photo } from '#web/components/photos/photo.ts'
import { uuid } from '#web/components/uuid.ts'
import { t } from '#web/i18n/i18n.ts'
import type { DraftOnDevice } from './use-draft.ts'

const laterTexts = () => loadPersistently(() => import('#web/i18n/later/texts.ts'))
const checks = () => laterTexts().then(() => loadPersistently(() => import('#web/components/photos/check-files.ts')))
/** Loads what looks into chosen files. */
export const preloadChecks = (): void => void checks()

/** The ids of those whose files the device has lost. */
const lostPhotos = async (photos: readonly Photo[]): Promise<ReadonlySet<string>> => {
  const readable = await Promise.all(photos.map(({ file }) => isReadable(file)))
  return new Set(photos.flatMap(({ id }, place) => (readable[place] ? [] : [id])))
}

/** Removes a photo; the last removal can be undone. */
const useRemoval = (current: RefObject<readonly Photo[]>, change: DraftOnDevice['change']) => {
  const [removed, setRemoved] = useState<{ photo: Photo; at: number }>()
  const remove = (id: string) => {
    const photos = current.current
    const at = photos.findIndex((one) => one.id === id)
    const photo = photos[at]
    if (!photo) return
    setRemoved({ photo, at })
    change({ type: 'remove', id })
    if (photos.length === 1) focusSoon('choose-photos')
  }
  const undo = () => {
    if (!removed) return
    change({ type: 'insert', ...removed })
    setRemoved(undefined)
    focusSoon(`photo-${removed.photo.id}`)
  }
  return { removed, remove, undo, keepRemoved: () => setRemoved(undefined) }
}

/** Adds photos to the draft and removes them, with the last removal to undo. */
export const useDraftPhotos = ({ draft, change }: DraftOnDevice, limits: UploadLimits) => {
  const [rejected, setRejected] = useState<readonly Rejected[]>([])
  const current = useRef(draft.photos)
  current.current = draft.photos
  const { removed, remove, undo, keepRemoved } = useRemoval(current, change)
  const [checking, setChecking] = useState(0)

  const add = async (files: File[]) => {
    setChecking((count) => count + 1)
    const [{ checkFiles }, lost] = await Promise.all([checks(), lostPhotos(current.current)])
    const { accepted, rejected } = await checkFiles(files, limits, () => current.current.length - lost.size)
    setRejected(rejected)
    keepRemoved()
    const photos = accepted.map((file) => ({ id: uuid(), file, caption: '', altText: '' }))
    // The buttons that had the focus make way for the photos.
    if (current.current.length === 0 && photos.length > 0)
      document.getElementById('content')?.focus({ preventScroll: true })
    // The draft has them a moment later.
    current.current = [...current.current, ...photos]
    // As a transition: fifty tiles render in short tasks, and the page stays responsive.
    startTransition(() => {
      setChecking((count) => count - 1)
      change({ type: 'add', photos, lost })
    })
    if (photos.length > 0) announce(t('photos.added', { count: photos.length }))
  }
  return { rejected, removed, checking: checking > 0, add, remove, undo, clearRejected: () => setRejected([]) }
}
