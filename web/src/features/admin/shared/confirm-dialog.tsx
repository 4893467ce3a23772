import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './dialog.module.css'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  readonly open: boolean
  readonly title: string
  readonly confirm: string
  readonly onClose: () => void
  readonly onConfirm: () => void
  readonly children: ReactNode
}

/** The second step before something that cannot be taken back. */
export const ConfirmDialog = ({ open, title, confirm, onClose, onConfirm, children }: ConfirmDialogProps) => {
  const { t } = useTexts()
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      {children}
      <div className={style.actions}>
        <Button variant="default" size="md" onClick={onClose} data-autofocus>
          {t('app.cancel')}
        </Button>
        <Button
          color="red"
          size="md"
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {confirm}
        </Button>
      </div>
    </Dialog>
  )
}
