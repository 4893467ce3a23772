import { useState } from 'react'
import { lazyPart } from '#web/components/lazy-part.tsx'
import { RedactionDialog } from '#web/components/redaction/redaction-dialog.tsx'
import type { OpenDialog } from '#web/features/admin/moderation/group/actions.ts'
import type { Place } from '#web/features/admin/moderation/group/keys.ts'
import { KeysDialog } from '#web/features/admin/moderation/group/keys-dialog.tsx'
import { useRemainingImages } from '#web/features/admin/moderation/group/use-session.ts'
import { deletePhoto } from '#web/features/admin/moderation/session/delete.ts'
import { hidePhoto, redactPhoto } from '#web/features/admin/moderation/session/edit-photos.ts'
import type { AdminImage, SeenGroup } from '#web/features/admin/moderation/session/groups.ts'
import { ConfirmDialog, Dialog } from '#web/features/admin/shared/dialog.tsx'
import { t } from '#web/features/admin/texts/texts.ts'
import { MetadataForm } from './texts/metadata-form.tsx'
import { NoteForm } from './texts/note-form.tsx'
import type { Viewer } from './viewer.ts'

const { Part: Lightbox } = lazyPart(async () => (await import('./lightbox/lightbox.tsx')).Lightbox)

interface OverlaysProps {
  /** What is shown large; undefined while the lightbox is closed. */
  readonly large: Viewer | undefined
  /** The photo to begin with. */
  readonly imageId?: number | undefined
  readonly onCloseLarge: (imageId: number | undefined) => void
  readonly dialog: OpenDialog | undefined
  /** What is below them. */
  readonly place: Place
  /** Those that a dialog may be about. */
  readonly groups: readonly SeenGroup[]
  readonly onClose: () => void
  readonly onDelete: (groupIds: readonly string[]) => void
}

/** The lightbox and the dialogs, above the list or the page of a group. */
export const Overlays = (props: OverlaysProps) => {
  const { large, imageId, onCloseLarge, dialog, place, groups, onClose, onDelete } = props
  const about = (kind: 'delete' | 'edit') =>
    dialog?.kind === kind ? groups.filter(({ groupId }) => dialog.groupIds.includes(groupId)) : []
  const [edited] = about('edit')
  const deleted = about('delete')
  const count = deleted.length
  const photos = deleted.reduce((sum, { imageCount }) => sum + imageCount, 0)
  const title = deleted[0]?.title ?? t('group.untitled')
  return (
    <>
      {large && <Lightbox viewer={large} imageId={imageId} covered={dialog !== undefined} onClose={onCloseLarge} />}
      <KeysDialog open={dialog?.kind === 'keys'} place={large ? 'lightbox' : place} onClose={onClose} />
      <ConfirmDialog
        open={count > 0}
        title={count > 1 ? t('remove.title', { count }) : t('remove.titleOf', { title })}
        cancel={t('remove.cancel')}
        confirm={t('remove.confirm')}
        byKey
        onClose={onClose}
        onConfirm={() => onDelete(deleted.map(({ groupId }) => groupId))}
        text={t('remove.text', { count: photos })}
      />
      <Dialog open={edited !== undefined} title={t('group.editTitle')} onClose={onClose}>
        {edited && <MetadataForm group={edited} onDone={onClose} onCancel={onClose} />}
      </Dialog>
      <PhotoDialogs dialog={dialog} groups={groups} onClose={onClose} />
    </>
  )
}

const none: readonly AdminImage[] = []

const PhotoDialogs = ({ dialog, groups, onClose }: Pick<OverlaysProps, 'dialog' | 'groups' | 'onClose'>) => {
  const photo = dialog && 'imageId' in dialog ? dialog : undefined
  const group = groups.find(({ groupId }) => groupId === photo?.groupId)
  const images = useRemainingImages(group && 'images' in group ? group.images : none)
  const image = images.find(({ id }) => id === photo?.imageId)
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
      <ConfirmDialog
        open={photo?.kind === 'remove' && image !== undefined}
        title={t('remove.photo', { n: image ? images.indexOf(image) + 1 : 0 })}
        cancel={t('remove.cancel')}
        confirm={t('remove.confirm')}
        onClose={onClose}
        onConfirm={() => photo && deletePhoto(photo.groupId, String(photo.imageId))}
        text={t('remove.photoText')}
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
