import { startTransition, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '#web/components/announcer.tsx'
import { loadPersistently } from '#web/components/lazy-part.tsx'
import type { Rejected, UploadLimits } from '#web/components/photos/check-files.ts'
import type { Photo } from '#web/components/photos/photo.ts'
import { uuid } from '#web/components/uuid.ts'
import type { DraftOnDevice } from './use-draft.ts'

const focus = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus())

const checks = () => loadPersistently(() => import('#web/components/photos/check-files.ts'))
/** Loads what looks into chosen files. */
export const preloadChecks = (): void => void checks()

/** Adds photos to the draft and removes them, with the last removal to undo. */
export const useDraftPhotos = ({ draft, change }: DraftOnDevice, limits: UploadLimits) => {
  const { t } = useTranslation()
  const [rejected, setRejected] = useState<readonly Rejected[]>([])
  const [removed, setRemoved] = useState<{ photo: Photo; at: number }>()

  const add = async (files: File[]) => {
    const { checkFiles } = await checks()
    const result = await checkFiles(files, limits, draft.photos.length)
    setRejected(result.rejected)
    setRemoved(undefined)
    if (result.accepted.length === 0) return
    const photos = result.accepted.map((file) => ({ id: uuid(), file, caption: '' }))
    // As a transition: fifty tiles render in short tasks, and the page stays responsive.
    startTransition(() => change({ type: 'add', photos }))
    announce(t('photos.added', { count: result.accepted.length }))
  }
  const current = useRef(draft.photos)
  current.current = draft.photos
  // Stays the same, so that a tile renders again only when its own photo changes.
  const remove = useCallback(
    (id: string) => {
      const photos = current.current
      const at = photos.findIndex((one) => one.id === id)
      const photo = photos[at]
      if (!photo) return
      const next = photos[at + 1] ?? photos[at - 1]
      setRemoved({ photo, at })
      change({ type: 'remove', id })
      focus(next ? `remove-${next.id}` : 'choose-photos')
    },
    [change],
  )
  const undo = () => {
    if (!removed) return
    change({ type: 'insert', ...removed })
    setRemoved(undefined)
    focus(`remove-${removed.photo.id}`)
  }
  return { rejected, removed, add, remove, undo, clearRejected: () => setRejected([]) }
}
