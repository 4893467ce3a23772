import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { withBasePath } from '#web/api/base-path.ts'
import { actionsOn, photoActionsOn } from './group/actions.ts'
import { adminGroup } from './session/groups.ts'
import { saveOnLeaving } from './session/save-draft.ts'
import type { Queue } from './use-queue.ts'
import type { Viewer } from './viewer/viewer.ts'

/** The current group of the list in the lightbox; undefined while it is closed. */
export const useQueueViewer = ({ viewed, viewing, seen, position, page, undo }: Queue): Viewer | undefined => {
  const { goTo, neighbour } = position
  const navigate = useNavigate()
  usePrefetched(viewing ? neighbour(1) : undefined)
  if (viewed === undefined) return undefined
  const { groupId } = viewed
  const stepTo = (next: string | undefined) => {
    if (next === undefined || next === groupId) return undefined
    return () => {
      void saveOnLeaving(groupId)
      goTo(next)
    }
  }
  const actions = {
    ...actionsOn([groupId], page),
    ...photoActionsOn(viewed, page),
    undo,
    next: stepTo(neighbour(1)),
    previous: stepTo(neighbour(-1)),
    open: () => void navigate({ to: '/admin/moderation/$groupId', params: { groupId } }),
  }
  return { group: viewed, seen, actions }
}

/** Preloads the next group and its first photo. */
const usePrefetched = (groupId: string | undefined) => {
  const client = useQueryClient()
  useEffect(() => {
    if (groupId === undefined) return
    void client.fetchQuery({ ...adminGroup(groupId), staleTime: 10_000 }).then(
      ({ images: [first] }) => {
        if (first) new Image().src = withBasePath(first.filePath)
      },
      // Loaded again when it is shown.
      () => undefined,
    )
  }, [client, groupId])
}
