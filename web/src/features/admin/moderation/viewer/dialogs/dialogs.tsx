import { useState } from 'react'
import { RedactionDialog } from '#web/components/redaction/redaction-dialog.tsx'
import type { OpenDialog } from '#web/features/admin/moderation/group/actions.ts'
import type { Place } from '#web/features/admin/moderation/group/keys/key-map.ts'
import { KeysDialog } from '#web/features/admin/moderation/group/keys/keys-dialog.tsx'
import { hidePhoto, redactPhoto } from '#web/features/admin/moderation/session/edit-photos.ts'
import type { AdminImage, SeenGroup } from '#web/features/admin/moderation/session/groups.ts'
import { MetadataForm } from '#web/features/admin/moderation/viewer/texts/metadata-form.tsx'
import { NoteForm } from '#web/features/admin/moderation/viewer/texts/note-form.tsx'
import { Dialog } from '#web/features/admin/shared/dialog.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { DeletionDialog } from './deletion-dialog.tsx'

export interface DialogsProps {
  readonly dialog: OpenDialog | undefined
  /** What is below it. */
  readonly place: Place
  /** Those that a dialog may be about. */
  readonly groups: readonly SeenGroup[]
  readonly onClose: () => void
  readonly onDelete: (groupIds: readonly string[]) => void
}

/** The dialogs of the list, the lightbox and the page of a group. */
export const Dialogs = ({ dialog, place, groups, onClose, onDelete }: DialogsProps) => {
  const { t } = useTexts()
  const about = (kind: 'delete' | 'edit') =>
    dialog?.kind === kind ? groups.filter(({ groupId }) => dialog.groupIds.includes(groupId)) : []
  const [edited] = about('edit')
  return (
    <>
      <KeysDialog open={dialog?.kind === 'keys'} place={place} onClose={onClose} />
      <GroupDeletion groups={about('delete')} onClose={onClose} onDelete={onDelete} />
      <Dialog open={edited !== undefined} title={t('group.editTitle')} onClose={onClose}>
        {edited && <MetadataForm group={edited} onDone={onClose} onCancel={onClose} />}
      </Dialog>
      <PhotoDialogs dialog={dialog} groups={groups} onClose={onClose} />
    </>
  )
}

const GroupDeletion = ({ groups, onClose, onDelete }: Pick<DialogsProps, 'groups' | 'onClose' | 'onDelete'>) => {
  const { t } = useTexts()
  const count = groups.length
  const [only] = groups
  const photos = groups.reduce((sum, { imageCount }) => sum + imageCount, 0)
  const titleOf = t('remove.titleOf', { title: only?.title ?? t('group.untitled') })
  return (
    <DeletionDialog
      title={count > 1 ? t('remove.title', { count }) : only && titleOf}
      text={t('remove.text', { count: photos })}
      byKey
      onClose={onClose}
      onDelete={() => onDelete(groups.map(({ groupId }) => groupId))}
    />
  )
}

const PhotoDialogs = ({ dialog, groups, onClose }: Pick<DialogsProps, 'dialog' | 'groups' | 'onClose'>) => {
  const photo = dialog?.kind === 'reason' || dialog?.kind === 'redact' ? dialog : undefined
  const group = groups.find(({ groupId }) => groupId === photo?.groupId)
  const image = group && 'images' in group ? group.images.find(({ id }) => id === photo?.imageId) : undefined
  const explain = (moderationNote: string) => {
    onClose()
    if (photo) void hidePhoto(photo.groupId, { imageId: photo.imageId, hidden: true, moderationNote })
  }
  return (
    <>
      <ReasonDialog image={photo?.kind === 'reason' ? image : undefined} onClose={onClose} onSave={explain} />
      <RedactionDialog
        image={photo?.kind === 'redact' ? image : undefined}
        onClose={onClose}
        onRedact={async (regions) => photo && redactPhoto(photo.groupId, photo.imageId, regions)}
      />
    </>
  )
}

interface ReasonDialogProps {
  /** Closed when undefined. */
  readonly image: AdminImage | undefined
  readonly onSave: (text: string) => void
  readonly onClose: () => void
}

/** Why a photo is hidden, for its owner. */
const ReasonDialog = ({ image, onSave, onClose }: ReasonDialogProps) => {
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
