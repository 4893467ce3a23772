import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RemovalDecision } from '#contract/removal-requests.ts'
import type { Region } from '#contract/shapes.ts'
import type { Answer } from '#web/api/client.ts'
import { useKeyMap, useNoticed } from '#web/features/admin/moderation/group/keys.ts'
import { usePendingDeletion } from '#web/features/admin/moderation/group/use-session.ts'
import { deleteLater } from '#web/features/admin/moderation/session/delete.ts'
import { redactPhoto } from '#web/features/admin/moderation/session/edit-photos.ts'
import { adminCall, adminQuery } from '#web/features/admin/shared/admin-call.ts'
import { createTyped } from '#web/features/admin/shared/form/typed.ts'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { t } from '#web/features/admin/texts/texts.ts'

export type Request = Answer<'GET /api/admin/removal-requests'>['requests'][number]

/** In the order of their keys. */
export const decisions = ['keep_hidden', 'redact', 'remove', 'show_again'] as const

/** Where no photo was found, a request is done or refused. */
export const decisionsOn = ({ imageId }: Pick<Request, 'imageId'>): readonly RemovalDecision[] =>
  imageId === null ? ['remove', 'show_again'] : decisions

/** Requests that hide nothing change no group, so no event reports them: the page polls. */
const askAgainMs = 30_000

const openRequests = {
  ...adminQuery(['removal-requests'], 'GET /api/admin/removal-requests', { query: { status: 'open' } }),
  refetchInterval: askAgainMs,
}

const useDecide = ({ requestId, imageId }: Request) =>
  useAction({
    run: async ({ decision, note }: { readonly decision: RemovalDecision; readonly note: string }) => {
      const body = { decision, ...(note && { note }) }
      await adminCall('PATCH /api/admin/removal-requests/{requestId}', { params: { requestId }, body })
      return imageId === null && decision === 'remove' ? 'done' : decision
    },
    done: (decided) => t(`removalRequests.decided.${decided}`),
    failed: t('removalRequests.failed'),
  }).mutate

/** Refuses the requests of this one's address once it can no longer be undone. */
export const markAsSpam = (requestId: string, count: number): void =>
  deleteLater({
    keys: [requestId],
    groupIds: [],
    count,
    texts: {
      deleted: 'removalRequests.markedAsSpam',
      restored: 'removalRequests.spamUndone',
      failed: 'removalRequests.failed',
    },
    send: () => adminCall('POST /api/admin/removal-requests/{requestId}/refuse-address', { params: { requestId } }),
  })

/** The requests that wait. The keys open their list first, and wait for a look at it: nothing is decided that was not seen. */
export const useOpenRequests = () => {
  const { data } = useQuery(openRequests)
  const pending = usePendingDeletion()
  const [isOpen, setOpen] = useState(false)
  const open = () => (isOpen || data === undefined || data.total === 0 ? false : setOpen(true))
  useKeyMap(Object.fromEntries(decisions.map((decision) => [`request_${decision}`, open])))
  const requests = data?.requests.filter(({ requestId }) => !pending.has(requestId)) ?? []
  const isNoticed = useNoticed(isOpen ? requests[0]?.requestId : undefined)
  return { requests, total: data?.total ?? 0, isOpen, isNoticed, toggle: () => setOpen(!isOpen) }
}

const useNote = createTyped('')

/** A request, the reply that is being typed, and what can be decided. */
export const useRequest = (request: Request, hasKeys: boolean) => {
  const { requestId, groupId, imageId, filePath } = request
  const [note, setNote] = useNote(requestId)
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
  useKeyMap(Object.fromEntries(decisions.map((decision) => [`request_${decision}`, by(decision)])))
  return {
    note,
    setNote: (text: string) => setNote(() => text),
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
