import { Button, Kbd } from '@mantine/core'
import { useEffect, useRef } from 'react'
import dialog from '#web/features/admin/shared/dialog.module.css'
import { Dialog } from '#web/features/admin/shared/dialog.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'

interface DeleteDialogProps {
  /** Closed when undefined. */
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
  const latest = useRef(confirm)
  latest.current = confirm
  const open = count > 0
  // Of the document, not of the dialog: quick fingers press Y before it has the focus.
  useEffect(() => {
    if (!open) return
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'y' && !event.ctrlKey && !event.metaKey && !event.altKey) latest.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [open])
  return (
    <Dialog
      open={open}
      title={
        count === 1 ? t('remove.titleOf', { title: only?.title ?? t('group.untitled') }) : t('remove.title', { count })
      }
      onClose={onClose}
    >
      <p>{t('remove.text', { count: photos })}</p>
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
