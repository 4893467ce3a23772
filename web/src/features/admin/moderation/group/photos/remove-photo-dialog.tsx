import { Button } from '@mantine/core'
import dialog from '#web/features/admin/shared/dialog.module.css'
import { Dialog } from '#web/features/admin/shared/dialog.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'

interface RemovePhotoDialogProps {
  readonly open: boolean
  /** Its position, from 1. */
  readonly n: number
  readonly onClose: () => void
  readonly onRemove: () => void
}

export const RemovePhotoDialog = ({ open, n, onClose, onRemove }: RemovePhotoDialogProps) => {
  const { t } = useTexts()
  return (
    <Dialog open={open} title={t('remove.photo', { n })} onClose={onClose}>
      <p>{t('remove.photoText')}</p>
      <div className={dialog.actions}>
        <Button variant="default" size="md" onClick={onClose} data-autofocus>
          {t('remove.cancel')}
        </Button>
        <Button color="red" size="md" onClick={onRemove}>
          {t('remove.confirm')}
        </Button>
      </div>
    </Dialog>
  )
}
