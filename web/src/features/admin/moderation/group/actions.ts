import { clearDate, hidePhoto } from '#web/features/admin/moderation/session/edit-photos.ts'
import type { AdminImage, SeenGroup } from '#web/features/admin/moderation/session/groups.ts'
import type { Action } from '#web/features/admin/moderation/session/moderate.ts'

export type OpenDialog =
  | { readonly kind: 'keys' }
  | { readonly kind: 'delete' | 'edit'; readonly groupIds: readonly string[] }
  | { readonly kind: 'reason' | 'redact' | 'remove'; readonly groupId: string; readonly imageId: number }

interface Page {
  readonly act: (action: Action, groupIds: readonly string[]) => void
  readonly open: (dialog: OpenDialog) => void
}

/** What can be done with groups, wherever they are shown: by button and by key. */
export const actionsOn = (groupIds: readonly string[], { act, open }: Page) => {
  const ask = (kind: 'delete' | 'edit') => () => groupIds.length > 0 && open({ kind, groupIds })
  return {
    approve: () => act('approve', groupIds),
    unapprove: () => act('unapprove', groupIds),
    delete: ask('delete'),
    edit: ask('edit'),
    help: () => open({ kind: 'keys' }),
  }
}
export type GroupActions = ReturnType<typeof actionsOn>

/** What can be done with a photo. */
export const photoActionsOn = ({ groupId }: SeenGroup, { open }: Pick<Page, 'open'>) => ({
  hide: ({ id: imageId, hidden }: AdminImage) => void hidePhoto(groupId, { imageId, hidden: !hidden }),
  explain: ({ id: imageId }: AdminImage) => open({ kind: 'reason', groupId, imageId }),
  clearDate: ({ id: imageId }: AdminImage) => void clearDate(groupId, imageId),
  redact: ({ id: imageId }: AdminImage) => open({ kind: 'redact', groupId, imageId }),
  remove: ({ id: imageId }: AdminImage) => open({ kind: 'remove', groupId, imageId }),
})
export type PhotoActions = ReturnType<typeof photoActionsOn>
