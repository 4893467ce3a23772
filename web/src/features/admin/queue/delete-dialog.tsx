import { Button, Kbd } from '@mantine/core'
import dialog from '#web/features/admin/frame/dialog.module.css'
import { Dialog } from '#web/features/admin/frame/dialog.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'

interface DeleteDialogProps {
  /** None: closed. */
  readonly groups: readonly { readonly groupId: string; readonly title: string | null; readonly imageCount: number }[]
  readonly onClose: () => void
  readonly onDelete: (groupIds: readonly string[]) => void
}

/** The second step of a deletion: Y confirms. */
export const DeleteDialog = ({ groups, onClose, onDelete }: DeleteDialogProps) => {
  const { t } = useTexts()
  const count = groups.length
  const [only] = groups
  const photos = groups.reduce((sum, { imageCount }) => sum + imageCount, 0)
  const confirm = () => onDelete(groups.map(({ groupId }) => groupId))
  return (
    <Dialog
      open={count > 0}
      title={
        count === 1 ? t('remove.titleOf', { title: only?.title ?? t('group.untitled') }) : t('remove.title', { count })
      }
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key.toLowerCase() === 'y' && !event.ctrlKey && !event.metaKey) confirm()
      }}
    >
      <p>{t('remove.text', { photos: t('group.photos', { count: photos }) })}</p>
      <div className={dialog.actions}>
        <Button variant="default" size="md" onClick={onClose} data-autofocus>
          {t('remove.cancel')}
        </Button>
        <Button color="red" size="md" rightSection={<Kbd>Y</Kbd>} onClick={confirm}>
          {t('remove.confirm')}
        </Button>
      </div>
    </Dialog>
  )
}
