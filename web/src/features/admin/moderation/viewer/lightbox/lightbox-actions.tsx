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
import { useViewer } from '#web/features/admin/moderation/viewer/viewer.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './lightbox.module.css'
import type { ShownPhoto } from './photo-stage.tsx'

/** Each button stays in its place, whatever the group: approving one group after the other never hits another button. */
export const LightboxActions = ({ image }: Pick<ShownPhoto, 'image'>) => {
  const { t } = useTexts()
  const { actions } = useViewer()
  const hideText = t(image.hidden ? 'lightbox.showPhoto' : 'lightbox.hidePhoto')
  return (
    <div className={style.actions}>
      <Decide />
      <Plain
        Icon={image.hidden ? IconEye : IconEyeOff}
        letter="H"
        text={hideText}
        onClick={() => actions.hide(image)}
      />
      <Plain Icon={IconBlur} letter="R" text={t('group.redact')} onClick={() => actions.redact(image)} />
      <Plain Icon={IconPencil} letter="E" text={t('group.editTitle')} onClick={actions.edit} />
      <Plain Icon={IconTrash} letter="D" text={t('moderation.delete')} onClick={actions.delete} danger />
      <Plain Icon={IconArrowRight} letter="N" text={t('lightbox.nextGroup')} onClick={actions.next} />
    </div>
  )
}

const Decide = () => {
  const { t } = useTexts()
  const { group, actions } = useViewer()
  const withdraws = group.isApproved && !group.changedSinceApproval
  const confirms = group.isApproved ? 'moderation.seen' : 'moderation.approve'
  return (
    <Button
      h={48}
      variant={withdraws ? 'default' : 'filled'}
      leftSection={withdraws ? <IconX size={18} /> : <IconCheck size={18} />}
      onClick={withdraws ? actions.unapprove : actions.approve}
    >
      {t(withdraws ? 'moderation.unapprove' : confirms)}
    </Button>
  )
}

interface PlainProps {
  readonly Icon: typeof IconX
  readonly letter: string
  readonly text: string
  readonly danger?: boolean
  /** Without a handler the button does nothing, but keeps its place and the focus. */
  readonly onClick: (() => void) | undefined
}

const Plain = ({ Icon, letter, text, danger = false, onClick }: PlainProps) => {
  const key = (
    <Kbd visibleFrom="md" aria-hidden="true">
      {letter}
    </Kbd>
  )
  const state = {
    'data-danger': danger || undefined,
    ...(!onClick && { 'aria-disabled': true, 'data-disabled': true }),
  }
  return (
    <Button
      h={48}
      px="sm"
      variant="default"
      leftSection={<Icon size={18} />}
      rightSection={key}
      {...state}
      onClick={onClick}
    >
      {text}
    </Button>
  )
}
