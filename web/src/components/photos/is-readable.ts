import { ApiError } from '#web/api/api-error.ts'

/** False once the device has lost a chosen file: it was moved or changed, or an older browser forgot it at a reload. */
export const isReadable = (file: Blob): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

/** ApiError FILE_UNREADABLE. Sending such a file looks like a broken connection, and in Firefox it never ends. */
export const checkReadable = async (file: File): Promise<void> => {
  if (await isReadable(file)) return
  const details = { fileName: file.name }
  throw new ApiError({ status: 400, code: 'FILE_UNREADABLE', message: file.name, retryAfter: undefined, details })
}
