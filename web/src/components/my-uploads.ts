import { useSyncExternalStore } from 'react'
import { recall, remember } from './device-storage.ts'

/** One group this device has sent. Whoever has the token can change the group: it stays on the device. */
export interface MyUpload {
  readonly token: string
  readonly title: string | null
  readonly imageCount: number
  readonly uploadDate: string
}

const key = 'werkschau-uploads'
const listeners = new Set<() => void>()
let uploads: readonly MyUpload[] = recall<MyUpload[]>(key, [])

const replace = (next: readonly MyUpload[]): boolean => {
  uploads = next
  const kept = remember(key, next)
  for (const listener of listeners) listener()
  return kept
}

window.addEventListener('storage', (event) => {
  if (event.key !== key) return
  uploads = recall<MyUpload[]>(key, [])
  for (const listener of listeners) listener()
})

/** False when the device could not keep the link. */
export const keepUpload = (upload: MyUpload): boolean =>
  replace([upload, ...uploads.filter((one) => one.token !== upload.token)])

export const forgetUpload = (token: string): void => {
  replace(uploads.filter((one) => one.token !== token))
}

/** Newest first. */
export const useMyUploads = (): readonly MyUpload[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => uploads,
  )
