import { useEffect } from 'react'
import { saveUpload, useMyUploads } from '#web/components/my-uploads.ts'
import type { ManagedGroup } from './managed-group.ts'

/** Updates the entry in the device's own list. A link from elsewhere is not added to the list. */
export const useKnownUpload = (token: string, { title, imageCount, uploadDate }: ManagedGroup): void => {
  const known = useMyUploads().find((upload) => upload.token === token)
  const differs = known !== undefined && (known.title !== title || known.imageCount !== imageCount)
  useEffect(() => {
    if (differs) saveUpload({ token, title, imageCount, uploadDate })
  }, [differs, token, title, imageCount, uploadDate])
}
