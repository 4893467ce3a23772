import { useQuery } from '@tanstack/react-query'
import { isOwnMachine } from '#contract/site/own-machine.ts'
import { withBasePath } from '#web/api/base-path.ts'
import { uploadSettings } from '#web/api/upload-settings.ts'
import { readLocal, writeLocal } from '#web/components/local-store.ts'

const key = 'werkschau-upload-url'

/** Without a connection it asks until there is one. */
const query = { ...uploadSettings, retry: true, networkMode: 'always' } as const

/** Address of the upload page as the service knows it; without a connection, the one it last named. */
export const useUploadUrl = (): string => {
  const { data } = useQuery({
    ...query,
    select: ({ uploadUrl }) => {
      writeLocal(key, uploadUrl)
      return uploadUrl
    },
  })
  return data ?? readLocal(key, location.origin + withBasePath('/'))
}

/** Without the scheme, as people read and type it. */
export const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '')

/** Where the address is one that no phone reaches: those of this machine that phones may reach instead. */
export const useUnreachable = (): { readonly url: string; readonly proposed: readonly string[] } | undefined => {
  const url = useUploadUrl()
  const { data } = useQuery({ ...query, select: ({ proposedUrls }) => proposedUrls })
  return isOwnMachine(url) ? { url, proposed: data ?? [] } : undefined
}
