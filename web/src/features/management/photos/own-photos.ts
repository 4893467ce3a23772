import { createContext, type Dispatch, useContext } from 'react'
import type { PhotoChange } from '#web/components/photos/photo.ts'
import type { ManagedGroup } from '#web/features/management/managed-group.ts'

/** What is asked about a photo before it happens. */
export interface Asked {
  readonly what: 'delete' | 'redact'
  readonly id: string
}

interface OwnPhotos {
  readonly group: ManagedGroup
  /** The ids of the photos in their order on this device. */
  readonly order: readonly string[]
  readonly change: Dispatch<PhotoChange>
  readonly ask: (asked: Asked) => void
}

/** What the photos of the gallery need to know about their group. */
export const OwnPhotosContext = createContext<OwnPhotos | undefined>(undefined)

/** The id of the button that opens a photo's menu. */
export const menuOf = (id: string | undefined): string => `menu-${id}`

/** A photo with its place in the group; undefined once it is gone. */
export const useOwnPhoto = (id: string) => {
  const own = useContext(OwnPhotosContext)
  const image = own?.group.images.find((one) => String(one.id) === id)
  if (!own || !image) return undefined
  const { order } = own
  const place = { n: order.indexOf(id) + 1, count: order.length, file: image.originalName ?? image.fileName }
  return { ...own, image, place }
}
