import { IconBlur, IconEye, IconEyeOff, IconMessage } from '@tabler/icons-react'
import { ActionButton } from '#web/features/admin/moderation/group/action-button.tsx'
import { useViewer } from '#web/features/admin/moderation/viewer/viewer.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './photo-moderation.module.css'
import { PhotoNotes } from './photo-notes.tsx'

/** Below a photo: which caption is public, and whether the photo is hidden. */
export const PhotoModeration = ({ id }: { readonly id: string }) => {
  const { t } = useTexts()
  const { group, actions } = useViewer()
  const index = group.images.findIndex((image) => String(image.id) === id)
  const image = group.images[index]
  if (!image) return null
  const n = index + 1
  const subtle = { variant: 'subtle', color: 'gray' }
  const [look, name, nameOfPhoto] = image.hidden
    ? [{ Icon: IconEye, color: 'reseda' }, t('group.show'), t('group.showPhoto', { n })]
    : [{ Icon: IconEyeOff }, t('group.hide'), t('group.hidePhoto', { n })]
  const redact = { Icon: IconBlur, 'aria-label': t('group.redactPhoto', { n }) }
  return (
    <div className={style.part} data-hidden-photo={image.hidden || undefined}>
      <PhotoNotes group={group} index={index} />
      <ActionButton {...subtle} {...look} aria-label={nameOfPhoto} onClick={() => actions.hide(image)}>
        {name}
      </ActionButton>
      <ActionButton {...subtle} {...redact} onClick={() => actions.redact(image)}>
        {t('group.redact')}
      </ActionButton>
      {image.hidden && (
        <ActionButton {...subtle} Icon={IconMessage} onClick={() => actions.explain(image)}>
          {t(image.moderationNote ? 'group.changeReason' : 'group.giveReason')}
        </ActionButton>
      )}
    </div>
  )
}
