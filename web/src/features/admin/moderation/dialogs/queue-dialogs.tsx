import { KeysDialog } from '#web/features/admin/moderation/keyboard/keys-dialog.tsx'
import type { SeenGroup } from '#web/features/admin/moderation/seen/differences.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'

export type OpenDialog =
  | { readonly kind: 'keys' }
  | { readonly kind: 'delete' | 'edit'; readonly groupIds: readonly string[] }

interface QueueDialogsProps {
  readonly dialog: OpenDialog | undefined
  /** The lightbox is open below it. */
  readonly viewing: boolean
  readonly groups: readonly SeenGroup[]
  readonly onClose: () => void
  readonly onDelete: (groupIds: readonly string[]) => void
}

export const QueueDialogs = ({ dialog, viewing, groups, onClose, onDelete }: QueueDialogsProps) => {
  const about = (kind: 'delete' | 'edit') =>
    dialog?.kind === kind ? groups.filter(({ groupId }) => dialog.groupIds.includes(groupId)) : []
  return (
    <>
      <KeysDialog open={dialog?.kind === 'keys'} place={viewing ? 'lightbox' : 'list'} onClose={onClose} />
      <DeleteDialog groups={about('delete')} onClose={onClose} onDelete={onDelete} />
      <EditDialog group={about('edit')[0]} onClose={onClose} />
    </>
  )
}
