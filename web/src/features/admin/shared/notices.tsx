import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { sentenceOf } from '#web/features/admin/texts/texts.ts'
import { i18n } from '#web/i18n/i18n.ts'
import style from './notices.module.css'

const closing = () => ({ size: 44, 'aria-label': i18n.t('upload.dismiss') })
/** Each one replaces the one before: they come as fast as keys are pressed. */
const doneId = 'done'

/** Says that something worked, with an undo where there is one. */
export const notifySuccess = (text: string, action?: { readonly label: string; readonly run: () => void }): void => {
  const run = () => {
    notifications.hide(doneId)
    action?.run()
  }
  notifications.hide(doneId)
  notifications.show({
    id: doneId,
    role: 'status',
    icon: <IconCheck size={18} />,
    autoClose: 8_000,
    closeButtonProps: closing(),
    classNames: { root: style.done },
    message: (
      <span className={style.line}>
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

/** Reports what did not work and why; stays until it is closed. */
export const notifyError = (text: string, error?: unknown): void => {
  notifications.show({
    role: 'alert',
    color: 'red',
    icon: <IconAlertTriangle size={18} />,
    autoClose: false,
    closeButtonProps: closing(),
    classNames: { root: style.failed },
    title: text,
    message: error === undefined ? '' : sentenceOf(error),
  })
}
