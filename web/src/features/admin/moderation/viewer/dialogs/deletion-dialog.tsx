import { Button, Kbd } from '@mantine/core'
import { useKeys } from '#web/components/hooks/use-keys.ts'
import dialog from '#web/features/admin/shared/dialog.module.css'
import { Dialog } from '#web/features/admin/shared/dialog.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'

interface DeletionDialogProps {
  /** Closed without one. */
  readonly title: string | undefined
  readonly text: string
  /** Y confirms. */
  readonly byKey?: boolean
  readonly onClose: () => void
  readonly onDelete: () => void
}

/** The second step of a deletion. */
export const DeletionDialog = ({ title, text, byKey = false, onClose, onDelete }: DeletionDialogProps) => {
  const { t } = useTexts()
  const open = title !== undefined
  // Of the document, not of the dialog: quick fingers press Y before it has the focus.
  useKeys({ y: onDelete }, { active: open && byKey })
  return (
    <Dialog open={open} title={title ?? ''} onClose={onClose}>
      <p>{text}</p>
      <div className={dialog.actions}>
        <Button variant="default" size="md" onClick={onClose} data-autofocus>
          {t('remove.cancel')}
        </Button>
        <Button color="red" size="md" rightSection={byKey && <Kbd>Y</Kbd>} onClick={onDelete}>
          {t('remove.confirm')}
        </Button>
      </div>
    </Dialog>
  )
}
