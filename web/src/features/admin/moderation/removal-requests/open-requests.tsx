import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RemovalDecision } from '#contract/removal-requests.ts'
import type { Region } from '#contract/shapes.ts'
import { RedactionDialog } from '#web/components/redaction/redaction-dialog.tsx'
import { useRedact } from '#web/features/admin/moderation/group/photos/use-redact.ts'
import { useShortcuts } from '#web/features/admin/moderation/keyboard/use-shortcuts.ts'
import { ConfirmDialog } from '#web/features/admin/shared/confirm-dialog.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './open-requests.module.css'
import { decisionsOn, RequestRow } from './request-row.tsx'
import { decisionKeys, openRequests, type Request, useDecide, useRefuseAddress } from './requests.ts'

/** Who wants a photo removed, before everything else that waits. */
export const OpenRequests = () => {
  const { t } = useTexts()
  const { data } = useQuery(openRequests)
  const requests = data?.requests ?? []
  const desk = useDesk(requests)
  if (requests.length === 0) return null
  return (
    <section className={style.section} aria-labelledby="removal-requests">
      <h2 id="removal-requests">{t('removalRequests.title', { count: data?.total ?? requests.length })}</h2>
      <ul className={style.list}>
        {requests.map((request, index) => (
          <RequestRow
            key={request.requestId}
            request={request}
            hasKeys={index === 0}
            note={desk.noteOf(request)}
            onNote={(note) => desk.setNote(request, note)}
            onDecide={(decision) => desk.decide(request, decision)}
            onRefuseAddress={() => desk.refuseAddress(request.requestId)}
          />
        ))}
      </ul>
      <RedactionDialog image={desk.redacting} onClose={desk.closeRedacting} onRedact={desk.redact} />
      <ConfirmDialog
        open={desk.removing !== undefined}
        title={t('removalRequests.removeTitle')}
        confirm={t('removalRequests.decision.remove')}
        onClose={desk.closeRemoving}
        onConfirm={desk.remove}
      >
        <p>{t('removalRequests.removeText')}</p>
      </ConfirmDialog>
    </section>
  )
}

const photoOf = (request: Request | undefined) =>
  request?.imageId && request.filePath ? { id: request.imageId, filePath: request.filePath } : undefined

const useDesk = (requests: readonly Request[]) => {
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({})
  const [removing, setRemoving] = useState<Request>()
  const [redacting, setRedacting] = useState<Request>()
  const saveRedaction = useRedact()
  const refuseAddress = useRefuseAddress()
  const send = useDecide()
  const noteOf = ({ requestId }: Request) => notes[requestId] ?? ''
  const decide = (request: Request, decision: RemovalDecision) => {
    if (decision === 'remove' && request.imageId !== null) setRemoving(request)
    else if (decision === 'redact' && request.imageId !== null) setRedacting(request)
    else send({ request, decision, note: noteOf(request) })
  }
  const first = (decision: RemovalDecision) => () => {
    const [request] = requests
    if (request === undefined || !decisionsOn(request).includes(decision)) return false
    decide(request, decision)
  }
  useShortcuts(
    Object.fromEntries(
      Object.entries(decisionKeys).map(([decision, key]) => [key, first(decision as RemovalDecision)]),
    ),
  )
  return {
    noteOf,
    setNote: ({ requestId }: Request, note: string) => setNotes({ ...notes, [requestId]: note }),
    decide,
    refuseAddress,
    removing,
    redacting: photoOf(redacting),
    closeRedacting: () => setRedacting(undefined),
    /** The photo first: when the decision fails, the request is still open and hides it. */
    redact: async (regions: Region[]) => {
      const photo = photoOf(redacting)
      if (!redacting?.groupId || !photo) return
      await saveRedaction(redacting.groupId, photo.id, regions)
      send({ request: redacting, decision: 'redact', note: noteOf(redacting) })
    },
    closeRemoving: () => setRemoving(undefined),
    remove: () => removing && send({ request: removing, decision: 'remove', note: noteOf(removing) }),
  }
}
