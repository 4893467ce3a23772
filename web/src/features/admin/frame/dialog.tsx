import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './dialog.module.css'

interface DialogProps {
  readonly open: boolean
  readonly title: string
  readonly onClose: () => void
  readonly onKeyDown?: (event: React.KeyboardEvent) => void
  readonly size?: number
  readonly children: ReactNode
}

export const Dialog = ({ open, title, onClose, onKeyDown, size = 520, children }: DialogProps) => {
  const { t } = useTexts()
  return (
    <Modal
      opened={open}
      onClose={onClose}
      title={title}
      size={size}
      centered
      radius={18}
      transitionProps={{ duration: 0 }}
      classNames={{ title: style.title, header: style.header, content: style.content, body: style.body }}
      closeButtonProps={{ size: 44, 'aria-label': t('app.close') }}
      {...(onKeyDown && { onKeyDown })}
    >
      {children}
    </Modal>
  )
}
