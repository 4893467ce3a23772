import { MetadataForm } from '#web/features/admin/moderation/group/metadata/metadata-form.tsx'
import type { Metadata } from '#web/features/admin/moderation/group/metadata/use-metadata-edits.ts'
import { Dialog } from '#web/features/admin/shared/dialog.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'

/** Edits the texts of a group without leaving the queue. */
export const EditDialog = ({ group, onClose }: { group: Metadata | undefined; onClose: () => void }) => {
  const { t } = useTexts()
  return (
    <Dialog open={group !== undefined} title={t('group.editTitle')} onClose={onClose}>
      {group && <MetadataForm group={group} onDone={onClose} onCancel={onClose} />}
    </Dialog>
  )
}
