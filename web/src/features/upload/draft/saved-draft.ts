import { clear, createStore, del, delMany, get, getMany, set } from 'idb-keyval'
import { eachText } from '#contract/texts/group-texts.ts'
import { exhibition, exhibitionKey, staff } from '#web/api/site.ts'
import { createLocalStore, readLocal, removeLocal, writeLocal } from '#web/components/local-store.ts'
import type { Photo } from '#web/components/photos/photo.ts'
import { isShared } from '#web/components/shared-device.ts'
import type { Attempt } from './attempt.ts'
import type { Cleared, Draft, Texts } from './draft.ts'

const author = createLocalStore<Partial<Pick<Texts, 'name' | 'year'>>>('werkschau-author', {})

/** With name and year of the last upload from this device: most people send more than once. */
export const emptyTexts = (): Texts => {
  const { name = '', year = String(new Date().getFullYear()) } = isShared ? {} : author.get()
  return { ...eachText(() => ''), name: staff?.name ?? name, year }
}

export const saveAuthor = ({ name, year }: Texts): void => {
  if (!isShared && !staff) author.set({ name, year })
}

const code = createLocalStore(exhibitionKey('werkschau-access-code'), '')

/** As typed on this device; undefined where none is needed. */
export const loadCode = (): string | undefined => (exhibition?.needsCode ? (isShared ? '' : code.get()) : undefined)
export const saveCode = (typed: string): void => {
  if (!isShared) code.set(typed)
}

interface StoredDraft {
  /** Without the texts that are newer than it. */
  readonly texts: Partial<Draft['texts']>
  readonly photos: readonly { id: string; caption: string; altText?: string }[]
}

const store = createStore(exhibitionKey('werkschau-draft'), 'draft')
/** Beside the store of the files, because it is synchronous: it keeps what was typed just before the page closes. */
const listKey = exhibitionKey('werkschau-draft')
const photoKey = (id: string) => `photo:${id}`
/** What was begun with a staff link cannot be completed with another. */
const attemptKey = staff ? `submission-${staff.id}` : 'submission'

/** Instead of the file, in a browser that stores bytes only: WebKit in private mode. */
type StoredBytes = Pick<File, 'name' | 'type' | 'lastModified'> & { readonly bytes: ArrayBuffer }

const storeFile = (id: string, file: File): Promise<void> =>
  set(photoKey(id), file, store).catch(async () => {
    const { name, type, lastModified } = file
    await set(photoKey(id), { name, type, lastModified, bytes: await file.arrayBuffer() } satisfies StoredBytes, store)
  })

const restoredFile = (stored: File | StoredBytes): File =>
  stored instanceof File ? stored : new File([stored.bytes], stored.name, stored)

/** Stay in the list: the device cannot read their files now, or another tab is still storing them. */
let unread: StoredDraft['photos'] = []
let isReadable = true

/** The draft of an earlier visit, without photos whose files are not there. */
export const loadDraft = async (): Promise<Draft | undefined> => {
  if (isShared) return undefined
  const stored = readLocal<StoredDraft | undefined>(listKey, undefined) ?? (await get<StoredDraft>('draft', store))
  if (!stored) return undefined
  const files = await getMany<File | StoredBytes | undefined>(
    stored.photos.map(({ id }) => photoKey(id)),
    store,
  ).catch(() => undefined)
  isReadable = files !== undefined
  unread = stored.photos.filter((_, index) => !files?.[index])
  const photos = stored.photos.flatMap((photo, index): Photo[] => {
    const file = files?.[index]
    return file ? [{ altText: '', ...photo, file: restoredFile(file) }] : []
  })
  return { texts: { ...emptyTexts(), ...stored.texts }, photos }
}

const listOf = ({ texts, photos }: Draft): StoredDraft => ({
  texts,
  photos: [...photos, ...unread].map(({ id, caption, altText = '' }) => ({ id, caption, altText })),
})

export const storeTexts = (draft: Draft): void => {
  if (!isShared && !writeLocal(listKey, listOf(draft))) writeLocal(listKey, null)
}

/**
 * Brings the device's copy up to the draft: the list first, so that a tab closed in the middle keeps what is there,
 * then the files it lacks one by one, then the removal of files that are gone. `stored` names the photos it has.
 */
export const storeDraft = async (draft: Draft, stored: Set<string>): Promise<void> => {
  if (isShared) return
  const { photos } = draft
  await set('draft', listOf(draft), store)
  for (const { id, file } of photos) {
    if (stored.has(id)) continue
    await storeFile(id, file)
    stored.add(id)
  }
  const wanted = new Set(photos.map(({ id }) => id))
  const stale = [...stored].filter((id) => !wanted.has(id))
  if (stale.length > 0) await delMany(stale.map(photoKey), store)
  for (const id of stale) stored.delete(id)
}

/** Replaces the device's copy where the device stores nothing: for the next attempt, while the page is open. */
let attemptOfPage: Attempt | undefined

export const loadAttempt = async (): Promise<Attempt | undefined> =>
  isShared ? attemptOfPage : get<Attempt>(attemptKey, store)
export const storeAttempt = async (attempt: Attempt): Promise<void> => {
  if (isShared) attemptOfPage = attempt
  else await set(attemptKey, attempt, store)
}
export const forgetAttempt = async (): Promise<void> => {
  attemptOfPage = undefined
  if (!isShared) await del(attemptKey, store)
}
/** Other tabs are told what the draft was: it is sent or discarded. What could not be read stays for the next visit. */
export const clearDraft = async (draft: Draft): Promise<void> => {
  attemptOfPage = undefined
  const left = isReadable ? [] : unread
  unread = []
  if (isShared) return
  storeTexts(draft)
  removeLocal(listKey)
  if (left.length === 0) return clear(store)
  unread = left
  writeLocal(listKey, listOf({ texts: emptyTexts(), photos: [] }))
  await delMany(['draft', attemptKey, ...draft.photos.map(({ id }) => photoKey(id))], store)
}

export const onCleared = (listener: (cleared: Cleared) => void): (() => void) => {
  const hear = ({ key, oldValue, newValue }: StorageEvent) => {
    const cleared: Cleared | null = key === listKey && newValue === null ? JSON.parse(oldValue ?? 'null') : null
    if (cleared) listener(cleared)
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}
