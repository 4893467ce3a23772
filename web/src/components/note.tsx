import { CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '#web/i18n/i18n.ts'
import style from './note.module.css'

interface NoteProps {
  /** With one, the focus can be sent here. */
  readonly id?: string
  readonly kind: 'plain' | 'warning' | 'danger'
  /** Instead of that of its kind. */
  readonly icon?: ReactNode
  readonly title?: string
  /** A bare text is a paragraph. */
  readonly children?: ReactNode
  readonly onClose?: () => void
}

/** A message about the page's content. Announced when it appears; only warnings and errors interrupt. */
export const Note = ({ id, kind, icon, title, children, onClose }: NoteProps) => {
  const ofKind = kind === 'plain' ? <IconInfoCircle /> : <IconAlertTriangle />
  return (
    <div
      id={id}
      tabIndex={id ? -1 : undefined}
      className={style.note}
      data-kind={kind}
      role={kind === 'plain' ? 'status' : 'alert'}
    >
      <span className={`centred ${style.icon}`} aria-hidden="true">
        {icon ?? ofKind}
      </span>
      <div className={`stack breakable ${style.body}`}>
        {title && <p className={style.title}>{title}</p>}
        {typeof children === 'string' ? <p>{children}</p> : children}
      </div>
      {onClose && <CloseButton size={44} aria-label={t('upload.dismiss')} onClick={onClose} className={style.close} />}
    </div>
  )
}
