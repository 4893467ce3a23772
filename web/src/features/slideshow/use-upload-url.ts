import { useQuery } from '@tanstack/react-query'
import { uploadSettings } from '#web/api/upload-settings.ts'
import { recall, remember } from '#web/components/device-storage.ts'

const key = 'werkschau-upload-url'

/** Address of the upload page as the service knows it; without a connection the one of the last time. */
export const useUploadUrl = (): string => {
  const { data } = useQuery({
    ...uploadSettings,
    retry: true,
    networkMode: 'always',
    select: ({ uploadUrl }) => {
      remember(key, uploadUrl)
      return uploadUrl
    },
  })
  return data ?? recall(key, `${location.origin}/`)
}
