import { type Dispatch, type RefObject, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { type Cleared, changeDraft, type Draft, type DraftChange } from './draft.ts'
import { clearDraft, emptyTexts, loadDraft, onCleared, storeDraft, storeTexts } from './saved-draft.ts'

export interface DraftOnDevice {
  readonly draft: Draft
  readonly change: Dispatch<DraftChange>
  /** Deletes the device's copy, and saves none until `discard` or a reload. */
  readonly forget: () => void
  /** Starts over, on the page and on the device. */
  readonly discard: () => void
  /** Photos of an earlier visit were found. */
  readonly restored: boolean
  /** False when the device cannot hold the draft. */
  readonly kept: boolean
}

const saveDelayMs = 400

/** Saves each draft once: when it has not changed for a moment, or when the page goes away before. */
function useSaveSoon(draft: Draft | undefined, save: () => void): void {
  const saveLatest = useEffectEvent(save)
  useEffect(() => {
    if (draft === undefined) return
    let saved = false
    const saveOnce = () => {
      if (!saved) saveLatest()
      saved = true
    }
    const timer = setTimeout(saveOnce, saveDelayMs)
    window.addEventListener('pagehide', saveOnce)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', saveOnce)
    }
  }, [draft])
}

/** Calls `onLoaded` once; without a draft when the device has none, or does not let it be read. */
function useEarlierDraft(onLoaded: (earlier: Draft | undefined) => void): void {
  const loaded = useRef(onLoaded)
  useEffect(() => {
    let here = true
    loadDraft()
      .catch(() => undefined)
      .then((earlier) => {
        if (here) loaded.current(earlier)
      })
    return () => {
      here = false
    }
  }, [])
}

/** What another tab has sent or discarded leaves the page, and the rest is stored again. */
function useCleared(
  change: Dispatch<DraftChange>,
  stored: RefObject<Set<string>>,
  note: (restored: false) => void,
): void {
  const drop = useEffectEvent((cleared: Cleared) => {
    stored.current.clear()
    note(false)
    change({ type: 'cleared', cleared, texts: emptyTexts() })
  })
  useEffect(() => onCleared(drop), [])
}

/** The draft on the page and its copy on the device, which survives a closed tab. */
export const useDraft = (): DraftOnDevice => {
  const [draft, change] = useReducer(changeDraft, null, () => ({ photos: [], texts: emptyTexts() }))
  const [loaded, setLoaded] = useState(false)
  const [restored, setRestored] = useState(false)
  const [kept, setKept] = useState(true)
  const stored = useRef(new Set<string>())
  const forgotten = useRef(false)
  const saving = useRef<Promise<void>>(Promise.resolve())

  useEarlierDraft((earlier) => {
    setLoaded(true)
    if (earlier === undefined) return
    for (const { id } of earlier.photos) stored.current.add(id)
    change({ type: 'load', draft: earlier })
    setRestored(earlier.photos.length > 0)
  })
  const save = () => {
    if (forgotten.current) return
    saving.current = saving.current
      .then(() => storeDraft(draft, stored.current))
      .then(
        () => setKept(true),
        () => setKept(draft.photos.length === 0),
      )
  }
  useEffect(() => {
    if (loaded && !forgotten.current) storeTexts(draft)
  }, [draft, loaded])
  useSaveSoon(loaded ? draft : undefined, save)
  useCleared(change, stored, setRestored)

  const forget = () => {
    forgotten.current = true
    stored.current.clear()
    saving.current = saving.current.then(() => clearDraft(draft)).catch(() => {})
  }
  const discard = () => {
    // Not twice: another tab may have a draft of its own since.
    if (!forgotten.current) forget()
    forgotten.current = false
    change({ type: 'reset', texts: emptyTexts() })
    setRestored(false)
  }
  return { draft, change, forget, discard, restored, kept }
}
