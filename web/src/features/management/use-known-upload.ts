import { useEffect } from 'react'
import { updateUpload, useMyUploads } from '#web/components/my-uploads/my-uploads.ts'
import { stateOf } from './group-header.tsx'
import type { ManagedGroup } from './managed-group.ts'

const dayOf = (iso = '') => iso.slice(0, 10)

/** Updates the entry in the device's own list. A link from elsewhere is not added to the list. */
export const useKnownUpload = (token: string, group: ManagedGroup): void => {
  const known = useMyUploads().find((upload) => upload.token === token)
  const { title, imageCount } = group
  const state = stateOf(group)
  const seenAt = new Date().toISOString()
  const differs =
    known !== undefined &&
    (known.title !== title ||
      known.imageCount !== imageCount ||
      known.state !== state ||
      dayOf(known.seenAt) !== dayOf(seenAt))
  useEffect(() => {
    if (differs && known) updateUpload({ ...known, title, imageCount, state, seenAt })
  })
}
