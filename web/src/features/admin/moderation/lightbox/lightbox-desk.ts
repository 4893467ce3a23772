import { createContext, useContext } from 'react'
import type { AdminGroup } from '#web/features/admin/moderation/group/group-queries.ts'

/** What can be done with the group in the lightbox. */
export interface LightboxDesk {
  readonly approve: (approved: boolean) => void
  readonly onDelete: () => void
  readonly onEdit: () => void
  readonly onHelp: () => void
  readonly undo: () => void
  readonly toggleHidden: (imageId: number) => void
  readonly explain: (imageId: number) => void
  readonly redact: (imageId: number) => void
  readonly openPage: (() => void) | undefined
  readonly next: (() => void) | undefined
  readonly previous: (() => void) | undefined
}

/** The shown photo and what can be done with it. */
export interface ShownPhoto {
  readonly group: AdminGroup
  readonly image: AdminGroup['images'][number]
  /** From 0. */
  readonly index: number
  readonly show: (index: number) => void
}

export const LightboxContext = createContext<(LightboxDesk & ShownPhoto) | undefined>(undefined)

export const useLightbox = (): LightboxDesk & ShownPhoto => {
  const desk = useContext(LightboxContext)
  if (!desk) throw new Error('A part of the lightbox is shown outside of it')
  return desk
}
