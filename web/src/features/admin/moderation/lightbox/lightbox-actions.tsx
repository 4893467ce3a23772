import { Button, Kbd } from '@mantine/core'
import {
  IconArrowRight,
  IconBlur,
  IconCheck,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './lightbox.module.css'
import { useLightbox } from './lightbox-desk.ts'

/** Each button stays in its place, whatever the group: approving one group after the other never hits another button. */
export const LightboxActions = () => {
  const { t } = useTexts()
  const { group, image, approve, next, onEdit, onDelete, toggleHidden, redact } = useLightbox()
  const withdraws = group.isApproved && !group.changedSinceApproval
  const name = withdraws ? 'moderation.unapprove' : group.isApproved ? 'moderation.seen' : 'moderation.approve'
  return (
    <div className={style.actions}>
      <Button
        h={48}
        variant={withdraws ? 'default' : 'filled'}
        leftSection={withdraws ? <IconX size={18} /> : <IconCheck size={18} />}
        onClick={() => approve(!withdraws)}
      >
        {t(name)}
      </Button>
      <Plain
        icon={image.hidden ? <IconEye size={18} /> : <IconEyeOff size={18} />}
        letter="H"
        onClick={() => toggleHidden(image.id)}
      >
        {t(image.hidden ? 'lightbox.showPhoto' : 'lightbox.hidePhoto')}
      </Plain>
      <Plain icon={<IconBlur size={18} />} letter="R" onClick={() => redact(image.id)}>
        {t('group.redact')}
      </Plain>
      <Plain icon={<IconPencil size={18} />} letter="E" onClick={onEdit}>
        {t('group.editTitle')}
      </Plain>
      <Plain icon={<IconTrash size={18} />} letter="D" onClick={onDelete} danger>
        {t('moderation.delete')}
      </Plain>
      <Plain icon={<IconArrowRight size={18} />} letter="N" onClick={next}>
        {t('lightbox.nextGroup')}
      </Plain>
    </div>
  )
}

interface PlainProps {
  readonly icon: ReactNode
  readonly letter: string
  readonly danger?: boolean
  /** Without a handler the button does nothing, but keeps its place and the focus. */
  readonly onClick: (() => void) | undefined
  readonly children: ReactNode
}

const Plain = ({ icon, letter, danger = false, onClick, children }: PlainProps) => (
  <Button
    h={48}
    px="sm"
    variant="default"
    leftSection={icon}
    rightSection={
      <Kbd className={style.letter} aria-hidden="true">
        {letter}
      </Kbd>
    }
    data-danger={danger || undefined}
    {...(onClick === undefined && { 'aria-disabled': true, 'data-disabled': true })}
    onClick={onClick}
  >
    {children}
  </Button>
)
