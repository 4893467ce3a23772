import { RedactionDialog } from '#web/components/redaction/redaction-dialog.tsx'
import { DeleteDialog } from '#web/features/admin/moderation/dialogs/delete-dialog.tsx'
import { groupKeys, KeysDialog } from '#web/features/admin/moderation/keyboard/keys-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import type { useGroupDesk } from './use-group-desk.ts'

/** The dialogs of a group's page. */
export const GroupDialogs = ({ desk }: { readonly desk: ReturnType<typeof useGroupDesk> }) => {
  const { open, close, explained, redacting } = desk
  return (
    <>
      <KeysDialog keys={groupKeys} open={open?.kind === 'keys'} onClose={close} />
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
