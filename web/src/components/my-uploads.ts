import { useSelector } from '@tanstack/react-store'
import { createLocalStore } from './local-store.ts'

/** One group that this device has sent. The token gives access to the group: it stays on the device. */
export interface MyUpload {
  readonly token: string
  readonly title: string | null
  readonly imageCount: number
  readonly uploadDate: string
}

const uploads = createLocalStore<readonly MyUpload[]>('werkschau-uploads', [])

const without = (token: string) => uploads.get().filter((upload) => upload.token !== token)

/** False when the device could not save the link. */
export const saveUpload = (upload: MyUpload): boolean => uploads.set([upload, ...without(upload.token)])

export const removeUpload = (token: string): void => void uploads.set(without(token))

/** Newest first. */
export const useMyUploads = (): readonly MyUpload[] => useSelector(uploads)
