import { createContext, useContext } from 'react'
import type { SaveEditsProps } from '#web/features/management/edits/save-edits.tsx'
import type { ManagedGroup } from '#web/features/management/managed-group.ts'

/** What is asked about a photo before it happens. */
export interface Asked {
  readonly what: 'delete' | 'redact'
  readonly id: string
}

export interface OwnPhotos {
  readonly group: ManagedGroup
  /** The ids of the photos in their order on this device. */
  readonly order: readonly string[]
  readonly ask: (asked: Asked) => void
}

/** What the large view saves. */
export const SavingContext = createContext<SaveEditsProps | undefined>(undefined)

/** What the photos of the gallery need to know about their group. */
export const OwnPhotosContext = createContext<OwnPhotos | undefined>(undefined)

/** The id of the button that asks. */
export const buttonOf = ({ what, id }: Asked): string => `${what}-${id}`

/** A photo with its place in the group; undefined once it is gone. */
export const useOwnPhoto = (id: string) => {
  const own = useContext(OwnPhotosContext)
  const image = own?.group.images.find((one) => String(one.id) === id)
  if (!own || !image) return undefined
  const { order } = own
  const place = { n: order.indexOf(id) + 1, count: order.length, file: image.originalName ?? image.fileName }
  return { ...own, image, place }
}
