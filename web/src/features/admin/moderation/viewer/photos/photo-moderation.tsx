import { Button } from '@mantine/core'
import { IconBlur, IconEye, IconEyeOff, IconMessage } from '@tabler/icons-react'
import { useViewer } from '#web/features/admin/moderation/viewer/viewer.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './photo-moderation.module.css'
import { PhotoNotes } from './photo-notes.tsx'

const subtle = { h: 44, variant: 'subtle', color: 'gray' }

/** Below a photo: which caption is public, and whether the photo is hidden. */
export const PhotoModeration = ({ id }: { readonly id: string }) => {
  const { t } = useTexts()
  const { group, actions } = useViewer()
  const index = group.images.findIndex((image) => String(image.id) === id)
  const image = group.images[index]
  if (!image) return null
  const { hidden, moderationNote } = image
  const HideIcon = hidden ? IconEye : IconEyeOff
  const n = index + 1
  return (
    <div className={style.part} data-hidden-photo={hidden || undefined}>
      <PhotoNotes group={group} index={index} />
      <Button
        {...subtle}
        color={hidden ? 'reseda' : 'gray'}
        leftSection={<HideIcon size={18} />}
        aria-label={t(hidden ? 'group.showPhoto' : 'group.hidePhoto', { n })}
        onClick={() => actions.hide(image)}
      >
        {t(hidden ? 'group.show' : 'group.hide')}
      </Button>
      <Button
        {...subtle}
        leftSection={<IconBlur size={18} />}
        aria-label={t('group.redactPhoto', { n })}
        onClick={() => actions.redact(image)}
      >
        {t('group.redact')}
      </Button>
      {hidden && (
        <Button {...subtle} leftSection={<IconMessage size={18} />} onClick={() => actions.explain(image)}>
          {t(moderationNote ? 'group.changeReason' : 'group.giveReason')}
        </Button>
      )}
    </div>
  )
}
