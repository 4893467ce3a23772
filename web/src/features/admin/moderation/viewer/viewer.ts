import { createContext, useContext } from 'react'
import type { GroupActions, PhotoActions } from '#web/features/admin/moderation/group/actions.ts'
import type { AdminGroup } from '#web/features/admin/moderation/session/groups.ts'
import type { SeenGroups } from '#web/features/admin/moderation/session/seen-groups.ts'

/** A group that is shown with all of its photos, on its page or large, and what can be done with it. */
export interface Viewer {
  readonly group: AdminGroup
  readonly seen: SeenGroups
  readonly actions: ViewerActions
}

interface ViewerActions extends GroupActions, PhotoActions {
  readonly undo: () => void
  readonly next: (() => void) | undefined
  readonly previous: (() => void) | undefined
  /** Opens the page of the group; undefined where it is open. */
  readonly open?: () => void
}

export const ViewerContext = createContext<Viewer | undefined>(undefined)

export const useViewer = (): Viewer => {
  const viewer = useContext(ViewerContext)
  if (!viewer) throw new Error('A part of the viewer is shown outside of it')
  return viewer
}
