import { useState } from 'react'
import type { RemovalDecision } from '#contract/removal-requests.ts'
import type { Region } from '#contract/shapes.ts'
import { useKeyMap } from '#web/features/admin/moderation/group/keys/use-key-map.ts'
import { redactPhoto } from '#web/features/admin/moderation/session/edit-photos.ts'
import { decisionsOn, type Request, useDecide } from './requests.ts'

/** A request, the reply that is being typed, and what can be decided. */
export const useRequest = (request: Request, hasKeys: boolean) => {
  const { groupId, imageId, filePath } = request
  const [note, setNote] = useState('')
  /** The decision that asks something first. */
  const [asked, ask] = useState<RemovalDecision>()
  const save = useDecide(request)
  const send = (decision: RemovalDecision) => save({ decision, note })
  const decide = (decision: RemovalDecision) => {
    const asks = imageId !== null && (decision === 'remove' || decision === 'redact')
    if (asks) ask(decision)
    else send(decision)
  }
  const by = (decision: RemovalDecision) => () => {
    if (!hasKeys || !decisionsOn(request).includes(decision)) return false
    decide(decision)
  }
  useKeyMap({
    request_remove: by('remove'),
    request_keep_hidden: by('keep_hidden'),
    request_redact: by('redact'),
    request_show_again: by('show_again'),
  })
  return {
    note,
    setNote,
    decide,
    isRemoving: asked === 'remove',
    remove: () => send('remove'),
    redacting: asked === 'redact' && imageId && filePath ? { id: imageId, filePath } : undefined,
    /** The photo first: when the decision fails, the request is still open and hides it. */
    redact: async (regions: Region[]) => {
      if (!groupId || !imageId) return
      await redactPhoto(groupId, imageId, regions)
      send('redact')
    },
    close: () => ask(undefined),
  }
}
