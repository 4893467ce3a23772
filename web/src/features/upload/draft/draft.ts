import { latinDigits } from '#contract/site/languages.ts'
import { formFields, type TextName } from '#contract/texts/group-texts.ts'
import { charactersOver, isValidYear } from '#web/components/group-texts/valid-texts.ts'
import { hasTooLong, inserted, moved, type Photo, type PhotoChange } from '#web/components/photos/photo.ts'

/** As typed. */
export type Texts = Readonly<Record<TextName | 'year', string>>

export interface Draft {
  readonly photos: readonly Photo[]
  readonly texts: Texts
}

export interface Consents {
  readonly workshop: boolean
  /** The people in the photos agree, or their parents. */
  readonly minors: boolean
  readonly platformIds: readonly number[]
  /** The version of the texts that were agreed to. */
  readonly wording?: string | undefined
}

export const noConsents: Consents = { workshop: false, minors: false, platformIds: [] }

/** A draft that was sent or discarded. */
export interface Cleared {
  readonly texts: Partial<Texts>
  readonly photos: readonly Pick<Photo, 'id'>[]
}

export type DraftChange =
  | { type: 'load'; draft: Draft }
  | { type: 'reset'; texts: Texts }
  /** By another tab: its photos leave, and its texts make way for these unless they were changed here. */
  | { type: 'cleared'; cleared: Cleared; texts: Texts }
  /** `lost` names photos of the draft whose files cannot be read any more. */
  | { type: 'add'; photos: readonly Photo[]; lost?: ReadonlySet<string> }
  | { type: 'remove'; id: string }
  | { type: 'insert'; photo: Photo; at: number }
  | PhotoChange
  | { type: 'text'; field: keyof Texts; value: string }

/** At the end; a photo that was chosen again takes the place and the texts of the lost one of its name. */
const added = (photos: readonly Photo[], more: readonly Photo[], lost?: ReadonlySet<string>): readonly Photo[] => {
  const all = [...photos]
  for (const photo of more) {
    const at = all.findIndex(({ id, file }) => lost?.has(id) && file.name === photo.file.name)
    const { id, file } = photo
    if (at < 0) all.push(photo)
    else all[at] = { ...photo, ...all[at], id, file }
  }
  return all
}

const changedPhotos = (photos: readonly Photo[], change: DraftChange): readonly Photo[] => {
  switch (change.type) {
    case 'add':
      return added(photos, change.photos, change.lost)
    case 'remove':
      return photos.filter((photo) => photo.id !== change.id)
    case 'insert':
      return inserted(photos, change.at, change.photo)
    case 'move':
      return moved(photos, change.id, change.to)
    case 'caption':
      return photos.map((photo) => (photo.id === change.id ? { ...photo, [change.what]: change.text } : photo))
    default:
      return photos
  }
}

const without = (draft: Draft, cleared: Cleared, empty: Texts): Draft => {
  const ids = new Set(cleared.photos.map(({ id }) => id))
  const photos = draft.photos.filter(({ id }) => !ids.has(id))
  const isSame = photos.length === 0 && JSON.stringify(cleared.texts) === JSON.stringify(draft.texts)
  return { photos, texts: isSame ? empty : draft.texts }
}

export const changeDraft = (draft: Draft, change: DraftChange): Draft => {
  // Photos chosen before the stored draft was read stay.
  if (change.type === 'load') return { ...change.draft, photos: [...change.draft.photos, ...draft.photos] }
  if (change.type === 'reset') return { photos: [], texts: change.texts }
  if (change.type === 'cleared') return without(draft, change.cleared, change.texts)
  if (change.type === 'text') {
    const value = change.field === 'year' ? latinDigits(change.value) : change.value
    return { ...draft, texts: { ...draft.texts, [change.field]: value } }
  }
  return { ...draft, photos: changedPhotos(draft.photos, change) }
}

export const totalBytes = (photos: readonly Photo[]): number => photos.reduce((sum, photo) => sum + photo.file.size, 0)

/** What a draft is missing, and the id of the element to add it. */
export interface Missing {
  readonly what: keyof Texts | 'consent' | 'caption' | 'code'
  readonly target: string
  readonly n?: number
}

/** @param accessCode undefined where none is needed */
export const missingParts = ({ photos, texts }: Draft, consents: Consents, accessCode?: string): Missing[] => {
  const missing: Missing[] = []
  for (const [index, photo] of photos.entries())
    if (hasTooLong(photo)) missing.push({ what: 'caption', target: `photo-${photo.id}`, n: index + 1 })
  for (const field of formFields) {
    const isValid = field === 'year' ? isValidYear(texts.year) : charactersOver(field, texts[field]) === 0
    if (!isValid) missing.push({ what: field, target: `text-${field}` })
  }
  if (accessCode?.trim() === '') missing.push({ what: 'code', target: 'access-code' })
  if (!consents.workshop) missing.push({ what: 'consent', target: 'consent-workshop' })
  return missing
}
