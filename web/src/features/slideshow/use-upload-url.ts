import { useQuery } from '@tanstack/react-query'
import { onSite } from '#web/api/base-path.ts'
import { uploadSettings } from '#web/api/upload-settings.ts'
import { readLocal, writeLocal } from '#web/components/local-store.ts'

const key = 'werkschau-upload-url'

/** Address of the upload page as the service knows it; without a connection, the one it last named. */
export const useUploadUrl = (): string => {
  const { data } = useQuery({
    ...uploadSettings,
    retry: true,
    networkMode: 'always',
    select: ({ uploadUrl }) => {
      writeLocal(key, uploadUrl)
      return uploadUrl
    },
  })
  return data ?? readLocal(key, location.origin + onSite('/'))
}

/** Without the scheme, as people read and type it. */
export const readable = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '')
