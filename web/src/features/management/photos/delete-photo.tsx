import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { announce } from '#web/components/announcer.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { focusSoon } from '#web/components/focus-soon.ts'
import { useLimited } from '#web/components/hooks/use-limited.ts'
import type { StoredPhoto } from '#web/components/photos/photo.ts'
import { ActionError } from '#web/features/management/action-error.tsx'
import { deleteImage, type OwnGroup } from '#web/features/management/managed-group.ts'
import { ReviewHint } from '#web/features/management/review-hint.tsx'
import { t } from '#web/features/management/texts/texts.ts'
import style from './delete-photo.module.css'
import { buttonOf } from './own-photos.ts'

interface DeletePhotoProps extends OwnGroup {
  /** Without it, deletes without asking. */
  readonly photo: StoredPhoto | undefined
  /** Its position, from 1. */
  readonly n: number
  /** Where the focus goes when the photo is gone. */
  readonly next: StoredPhoto | undefined
  readonly onClose: () => void
  readonly onDeleteAll: () => void
}

export const DeletePhoto = ({ token, group, photo, n, next, onClose, onDeleteAll }: DeletePhotoProps) => {
  const last = group.images.length === 1
  const remove = useMutation({
    mutationFn: (id: string) => deleteImage(token, Number(id)),
    onSuccess: () => {
      close()
      announce(t('photos.delete.done'))
      if (next) focusSoon(buttonOf({ what: 'delete', id: next.id }))
    },
  })
  const limited = useLimited(remove.error)
  const close = () => {
    remove.reset()
    onClose()
  }
  const deleteAll = () => {
    close()
    onDeleteAll()
  }
  return (
    <Dialog
      open={photo !== undefined}
      onClose={close}
      title={last ? t('photos.delete.lastTitle') : t('photos.delete.title', { n })}
      closeLabel={t('photos.delete.no')}
    >
      {photo && (
        <div className={`row ${style.photo}`}>
          <img className="print" src={photo.preview} alt="" />
          <p>{t(last ? 'photos.delete.lastText' : 'photos.delete.text')}</p>
        </div>
      )}
      {photo && !last && group.isApproved && <ReviewHint>{t('review.photos')}</ReviewHint>}
      {remove.error && <ActionError error={remove.error} />}
      <div className="actions actions-growing">
        <Button
          color="red"
          size="md"
          loading={remove.isPending}
          disabled={limited && !last}
          onClick={() => (last ? deleteAll() : photo && remove.mutate(photo.id))}
        >
          {t(last ? 'photos.delete.lastYes' : 'photos.delete.yes')}
        </Button>
        <Button variant="default" size="md" data-autofocus onClick={close}>
          {t('photos.delete.no')}
        </Button>
      </div>
    </Dialog>
  )
}
