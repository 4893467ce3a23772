import { useState } from 'react'
import type { AdminImage } from '#web/features/admin/moderation/session/groups.ts'
import { NoteForm } from '#web/features/admin/moderation/viewer/texts/note-form.tsx'
import { Dialog } from '#web/features/admin/shared/dialog.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'

interface ReasonDialogProps {
  /** Closed when undefined. */
  readonly image: AdminImage | undefined
  readonly onSave: (text: string) => void
  readonly onClose: () => void
}

/** Why a photo is hidden, for its owner. */
export const ReasonDialog = ({ image, onSave, onClose }: ReasonDialogProps) => {
  const { t } = useTexts()
  const [typed, setTyped] = useState<{ readonly imageId: number; readonly text: string }>()
  return (
    <Dialog open={image !== undefined} title={t('group.reasonTitle')} onClose={onClose}>
      {image && (
        <NoteForm
          id="photo-note"
          label={t('group.reason')}
          description={t('group.noteText')}
          save={t('app.save')}
          stored={image.moderationNote}
          typed={typed?.imageId === image.id ? typed.text : undefined}
          onType={(text) => setTyped({ imageId: image.id, text })}
          onSave={onSave}
        />
      )}
    </Dialog>
  )
}
