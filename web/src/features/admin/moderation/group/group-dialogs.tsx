import { RedactionDialog } from '#web/components/redaction/redaction-dialog.tsx'
import { DeleteDialog } from '#web/features/admin/moderation/dialogs/delete-dialog.tsx'
import { EditDialog } from '#web/features/admin/moderation/dialogs/edit-dialog.tsx'
import { KeysDialog } from '#web/features/admin/moderation/keyboard/keys-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import type { useGroupDesk } from './use-group-desk.ts'

/** The dialogs of a group's page. */
export const GroupDialogs = ({ desk }: { readonly desk: ReturnType<typeof useGroupDesk> }) => {
  const { open, close, explained, redacting } = desk
  return (
    <>
      <KeysDialog open={open?.kind === 'keys'} place={desk.photosView.isOpen ? 'lightbox' : 'group'} onClose={close} />
      <ReasonDialog
        image={explained}
        saving={desk.hiding}
        onClose={close}
        onSave={(text) => {
          close()
          if (explained) desk.saveReason(explained.id, text)
        }}
      />
      <RedactionDialog
        image={redacting}
        onClose={close}
        onRedact={async (regions) => redacting && desk.saveRedaction(desk.group.groupId, redacting.id, regions)}
      />
      <EditDialog group={open?.kind === 'edit' ? desk.group : undefined} onClose={close} />
      <DeleteDialog
        groups={open?.kind === 'delete' ? [desk.group] : []}
        onClose={close}
        onDelete={() => {
          close()
          desk.remove()
        }}
      />
    </>
  )
}
