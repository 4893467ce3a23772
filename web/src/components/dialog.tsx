// Here, so that no page can show a dialog without them.
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { CloseButton, Modal } from '@mantine/core'
import { type ReactNode, useLayoutEffect } from 'react'
import style from './dialog.module.css'

export interface DialogProps {
  readonly open: boolean
  readonly title: string
  readonly closeLabel: string
  readonly onClose: () => void
  /** Its largest width, in pixels. */
  readonly size?: number
  /** Also by a click beside it, unless false. */
  readonly closeOnClickOutside?: boolean
  readonly children: ReactNode
}

/** A modal dialog. Composed of Mantine's parts, because its complete Modal has a `header`, which would count as the page's. */
export const Dialog = ({ open, title, closeLabel, size = 520, children, ...modal }: DialogProps) => (
  <Modal.Root
    {...modal}
    opened={open}
    centered
    size={size}
    transitionProps={{ duration: 0 }}
    classNames={{ content: style.content }}
  >
    <Modal.Overlay />
    <Modal.Content>
      <FocusReturn />
      <Modal.Body className={`stack ${style.body}`}>
        <div className={style.head}>
          <Modal.Title className={style.title}>{title}</Modal.Title>
          <CloseButton size={44} aria-label={closeLabel} onClick={modal.onClose} />
        </div>
        {children}
      </Modal.Body>
    </Modal.Content>
  </Modal.Root>
)

/** Gives the focus back, also where the dialog is removed while it is open: Mantine only does when it is closed. */
const FocusReturn = () => {
  useLayoutEffect(() => {
    const before = document.activeElement
    const giveBack = () => {
      if (document.activeElement === document.body && before instanceof HTMLElement)
        before.focus({ preventScroll: true })
    }
    return () => void setTimeout(giveBack)
  }, [])
  return null
}
