import { Button } from '@mantine/core'
import { type NotificationData, notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { sentenceOf } from '#web/features/admin/texts/texts.ts'
import { i18n } from '#web/i18n/i18n.ts'
import style from './notices.module.css'

/** Each one replaces the one before: they come as fast as keys are pressed. */
const doneId = 'done'

const show = (id: string, notice: NotificationData): void => {
  notifications.hide(id)
  notifications.show({ id, closeButtonProps: { size: 44, 'aria-label': i18n.t('upload.dismiss') }, ...notice })
}

/** Says that something worked, with an undo where there is one. */
export const notifySuccess = (text: string, action?: { readonly label: string; readonly run: () => void }): void => {
  const run = () => {
    hideSuccess()
    action?.run()
  }
  show(doneId, {
    role: 'status',
    icon: <IconCheck size={18} />,
    autoClose: 8_000,
    classNames: { root: style.done },
    message: (
      <span className={`row ${style.line}`}>
        {text}
        {action && (
          <Button variant="subtle" size="compact-md" onClick={run}>
            {action.label}
          </Button>
        )}
      </span>
    ),
  })
}

/** Reports what did not work and why; stays until it is closed, or fails again: several would cover the page. */
export const notifyError = (text: string, error?: unknown): void =>
  show(text, {
    role: 'alert',
    color: 'red',
    icon: <IconAlertTriangle size={18} />,
    autoClose: false,
    classNames: { root: style.failed },
    title: text,
    message: error === undefined ? '' : sentenceOf(error),
  })

/** With its undo. */
export const hideSuccess = (): void => void notifications.hide(doneId)

/** It is tried again. */
export const hideError = (text: string): void => void notifications.hide(text)
