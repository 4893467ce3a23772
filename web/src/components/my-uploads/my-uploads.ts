import { useSelector } from '@tanstack/react-store'
import { createLocalStore } from '#web/components/local-store.ts'
import { isShared } from '#web/components/shared-device.ts'

/** One group that this device has sent. The token gives access to the group: it stays on the device. */
export interface MyUpload {
  readonly token: string
  readonly title: string | null
  readonly imageCount: number
  readonly uploadDate: string
  /** As the device last saw it, and when. */
  readonly state?: 'awaiting' | 'displayed' | 'withdrawn' | 'ended'
  readonly seenAt?: string
  /** A small picture of the first photo, as a data URL. */
  readonly cover?: string
  /** Its name, unless it is the first. */
  readonly exhibition?: string
}

const uploads = createLocalStore<readonly MyUpload[]>('werkschau-uploads', [])

const none: readonly MyUpload[] = []

/** False when the device did not save the link: it could not, or must not. If only the picture is too large, it is left out. */
export const saveUpload = ({ cover, ...upload }: MyUpload): boolean => {
  if (isShared) return false
  const add = (added: MyUpload) => uploads.change((all) => [added, ...all.filter(({ token }) => token !== added.token)])
  return (cover !== undefined && add({ ...upload, cover })) || add(upload)
}

/** In its place in the list. */
export const updateUpload = (upload: MyUpload): void => replace(upload.token, () => upload)

/** The entry gets the group's new token, where the device has one. */
export const renewUpload = (token: string, renewed: string): void =>
  replace(token, (upload) => ({ ...upload, token: renewed }))

const replace = (token: string, by: (upload: MyUpload) => MyUpload): void =>
  void uploads.change((all) => all.map((upload) => (upload.token === token ? by(upload) : upload)))

export const removeUpload = (token: string): void =>
  void uploads.change((all) => all.filter((upload) => upload.token !== token))

/** Newest first. */
export const useMyUploads = (): readonly MyUpload[] => {
  const all = useSelector(uploads)
  return isShared ? none : all
}
