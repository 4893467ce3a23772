import { createContext, useContext } from 'react'
import type { AdminGroup } from '#web/features/admin/moderation/group/group-queries.ts'

/** What the photo tiles need to know about their group. */
export interface PhotoDesk {
  readonly group: AdminGroup
  readonly toggleHidden: (imageId: number) => void
  readonly explain: (imageId: number) => void
  readonly redact: (imageId: number) => void
}

export const PhotoDeskContext = createContext<PhotoDesk | undefined>(undefined)

export const usePhotoDesk = (): PhotoDesk => {
  const desk = useContext(PhotoDeskContext)
  if (!desk) throw new Error('A photo is shown outside of the page of its group')
  return desk
}
