import { CloseButton, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import style from './dialog.module.css'

interface DialogProps {
  readonly opened: boolean
  readonly title: string
  readonly closeLabel: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A modal dialog. Composed of Mantine's parts, because its complete Modal has a `header`, which would count as the page's. */
export const Dialog = ({ opened, title, closeLabel, onClose, children }: DialogProps) => (
  <Modal.Root
    opened={opened}
    onClose={onClose}
    centered
    size={520}
    transitionProps={{ duration: 0 }}
    classNames={{ content: style.content }}
  >
    <Modal.Overlay />
    <Modal.Content>
      <Modal.Body className={style.body}>
        <div className={style.head}>
          <Modal.Title className={style.title}>{title}</Modal.Title>
          <CloseButton size={44} aria-label={closeLabel} onClick={onClose} />
        </div>
        {children}
      </Modal.Body>
    </Modal.Content>
  </Modal.Root>
)
