import { useEffect, useReducer, useRef, useState } from 'react'
import { eachText, type GroupTexts, type TextName, textNames } from '#contract/texts/group-texts.ts'
import { withBasePath } from '#web/api/base-path.ts'
import { readLocal, removeLocal, writeLocal } from '#web/components/local-store.ts'
import { notSaved } from '#web/components/not-saved.ts'
import {
  hasTooLong,
  moved,
  type PhotoChange,
  type PhotoText,
  type StoredPhoto,
  sentText,
  textKey,
} from '#web/components/photos/photo.ts'
import { isShared } from '#web/components/shared-device.ts'
import type { ManagedGroup } from '#web/features/management/managed-group.ts'

export type Texts = Readonly<Record<TextName, string>>

/** Unsaved edits. */
interface Edits {
  readonly texts: Partial<Texts>
  /** Captions and alt texts by their keys. */
  readonly captions: Readonly<Record<string, string>>
  /** Image ids; empty as long as nothing was moved. */
  readonly order: readonly string[]
}

const noEdits: Edits = { texts: {}, captions: {}, order: [] }

type EditChange =
  | PhotoChange
  | { readonly type: 'text'; readonly field: keyof Texts; readonly value: string }
  | { readonly type: 'discard' }
  /** What was typed since stays. */
  | { readonly type: 'saved'; readonly edits: Edits }

type Image = ManagedGroup['images'][number]
const textOf = ({ imageDescription, altText }: Image, what: PhotoText): string =>
  (what === 'caption' ? imageDescription : altText) ?? ''

/** The photos as they look with the edits. Images that the edited order does not know come last. */
export const editedPhotos = ({ images }: Pick<ManagedGroup, 'images'>, edits: Edits): StoredPhoto[] => {
  const place = (id: string) => {
    const index = edits.order.indexOf(id)
    return index < 0 ? edits.order.length : index
  }
  return images
    .map((image) => ({
      id: String(image.id),
      name: image.originalName ?? image.fileName,
      caption: edits.captions[textKey(image.id, 'caption')] ?? textOf(image, 'caption'),
      altText: edits.captions[textKey(image.id, 'altText')] ?? textOf(image, 'altText'),
      preview: withBasePath(image.previewPath),
    }))
    .sort((a, b) => place(a.id) - place(b.id))
}

export const editedTexts = (group: GroupTexts, { texts }: Edits): Texts =>
  eachText((name) => texts[name] ?? group[name] ?? '')

/** The texts that differ from those of the server. */
export const changedTexts = (group: GroupTexts, edits: Edits): Partial<Texts> => {
  const texts = editedTexts(group, edits)
  const changed = textNames.filter((name) => texts[name].trim() !== (group[name] ?? ''))
  return Object.fromEntries(changed.map((name) => [name, texts[name]]))
}

/** In the form that the server expects. */
export const changedCaptions = (
  { images }: Pick<ManagedGroup, 'images'>,
  { captions }: Edits,
): ReturnType<typeof sentText>[] =>
  images.flatMap((image) =>
    (['caption', 'altText'] as const).flatMap((what) => {
      const key = textKey(image.id, what)
      const text = captions[key]
      return text === undefined || text.trim() === textOf(image, what) ? [] : [sentText(key, text.trim())]
    }),
  )

/** All image ids in their new order, undefined when it is the old one. */
export const changedOrder = (group: Pick<ManagedGroup, 'images'>, edits: Edits): number[] | undefined => {
  const order = editedPhotos(group, edits).map(({ id }) => Number(id))
  return order.every((id, index) => id === group.images[index]?.id) ? undefined : order
}

const applyEdit = (group: Pick<ManagedGroup, 'images'>, edits: Edits, change: EditChange): Edits => {
  switch (change.type) {
    case 'text':
      return { ...edits, texts: { ...edits.texts, [change.field]: change.value } }
    case 'caption':
      return { ...edits, captions: { ...edits.captions, [textKey(change.id, change.what)]: change.text } }
    case 'move':
      return { ...edits, order: moved(editedPhotos(group, edits), change.id, change.to).map(({ id }) => id) }
    case 'discard':
      return noEdits
    case 'saved':
      return {
        texts: notSaved(edits.texts, change.edits.texts),
        captions: notSaved(edits.captions, change.edits.captions),
        order: edits.order === change.edits.order ? [] : edits.order,
      }
  }
}

const hasEdits = (group: ManagedGroup, edits: Edits): boolean =>
  Object.keys(changedTexts(group, edits)).length > 0 ||
  changedCaptions(group, edits).length > 0 ||
  changedOrder(group, edits) !== undefined

export const captionsFit = (group: Pick<ManagedGroup, 'images'>, edits: Edits): boolean =>
  !editedPhotos(group, edits).some(hasTooLong)

export type EditsOnDevice = ReturnType<typeof useEdits>

const keyOf = ({ groupId }: ManagedGroup) => `werkschau-edits-${groupId}`

/** Removes what the device keeps of a group that is gone. */
export const removeEdits = (group: ManagedGroup): void => removeLocal(keyOf(group))

/** The edits, kept on the visitor's own device until they are saved: a rate limit may last an hour. Those of another tab stay. */
export const useEdits = (group: ManagedGroup) => {
  const [edits, edit] = useReducer(
    (now: Edits, change: EditChange) => applyEdit(group, now, change),
    null,
    (): Edits => ({ ...noEdits, ...readLocal<Partial<Edits>>(keyOf(group), {}) }),
  )
  const unsaved = hasEdits(group, edits)
  const [restored] = useState(unsaved)
  const areKept = useRef(true)
  useEffect(() => {
    const [before, now] = [areKept.current, unsaved && !isShared && writeLocal(keyOf(group), edits)]
    if (before && !now) removeEdits(group)
    areKept.current = now
  }, [group, edits, unsaved])
  /** `restored`: edits of an earlier visit were found. */
  return { edits, edit, restored: restored && unsaved }
}
