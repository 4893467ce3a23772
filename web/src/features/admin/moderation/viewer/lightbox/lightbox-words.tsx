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
import type { KeyboardEvent } from 'react'
import { Badges } from '#web/features/admin/moderation/group/badges.tsx'
import { ChangedSinceApproval, ChangedSinceShown } from '#web/features/admin/moderation/group/changes.tsx'
import { KeyHint } from '#web/features/admin/moderation/group/key-hint.tsx'
import { leaveField } from '#web/features/admin/moderation/group/keys.ts'
import { PhotoCaption } from '#web/features/admin/moderation/viewer/photos/photo-caption.tsx'
import { PhotoNotes } from '#web/features/admin/moderation/viewer/photos/photo-moderation.tsx'
import { useViewer } from '#web/features/admin/moderation/viewer/viewer.ts'
import { ActionButton, type ActionButtonProps, onceBy } from '#web/features/admin/shared/action-button.tsx'
import { t } from '#web/features/admin/texts/texts.ts'
import type { ShownPhoto } from './large-photo.tsx'
import style from './lightbox.module.css'

/** Escape ends the typing, not the lightbox. */
const escapable = {
  'data-mantine-stop-propagation': 'true',
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => event.key === 'Escape' && leaveField(event.currentTarget),
} as const

/** What becomes public with the photos, and what was agreed to. */
export const LightboxWords = ({ image, index }: Pick<ShownPhoto, 'image' | 'index'>) => {
  const { group, seen } = useViewer()
  const place = { n: index + 1, count: group.images.length, file: image.originalName ?? image.fileName }
  return (
    <div className={`stack ${style.words}`}>
      <PhotoCaption key={image.id} id={`large-caption-${image.id}`} image={image} place={place} {...escapable} />
      <PhotoCaption what="altText" id={`large-altText-${image.id}`} image={image} place={place} {...escapable} />
      <PhotoNotes group={group} image={image} />
      {group.description && <p className={`breakable ${style.description}`}>{group.description}</p>}
      <ChangedSinceApproval group={group} />
      <ChangedSinceShown group={group} seen={seen} />
      <Badges group={group} />
    </div>
  )
}

/** Each button stays in its place, whatever the group: approving one group after the other never hits another button. */
export const LightboxActions = ({ image }: Pick<ShownPhoto, 'image'>) => {
  const { group, actions } = useViewer()
  const withdraws = group.isApproved && !group.changedSinceApproval
  const confirms = group.isApproved ? 'moderation.seen' : 'moderation.approve'
  const hideText = t(image.hidden ? 'lightbox.showPhoto' : 'lightbox.hidePhoto')
  return (
    <div className={style.actions}>
      <ActionButton
        mih={48}
        variant={withdraws ? 'default' : 'filled'}
        Icon={withdraws ? IconX : IconCheck}
        rightSection={<KeyHint>{withdraws ? 'U' : 'A'}</KeyHint>}
        onClick={onceBy(withdraws ? actions.unapprove : actions.approve)}
      >
        {t(withdraws ? 'moderation.unapprove' : confirms)}
      </ActionButton>
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

interface PlainProps extends Pick<ActionButtonProps, 'Icon' | 'onClick'> {
  readonly letter: string
  readonly text: string
  readonly danger?: boolean
}

/** Without a handler the button does nothing, but keeps its place and the focus. */
const Plain = ({ letter, text, danger = false, ...button }: PlainProps) => {
  const state = {
    'data-danger': danger || undefined,
    ...(!button.onClick && { 'aria-disabled': true, 'data-disabled': true }),
  }
  return (
    <ActionButton mih={48} px="xs" rightSection={<KeyHint>{letter}</KeyHint>} {...state} {...button}>
      {text}
    </ActionButton>
  )
}
