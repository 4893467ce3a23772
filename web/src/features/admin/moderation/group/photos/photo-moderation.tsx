import { Button } from '@mantine/core'
import { IconBlur, IconEye, IconEyeOff, IconMessage } from '@tabler/icons-react'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { usePhotoDesk } from './photo-desk.ts'
import { PhotoMarks } from './photo-marks.tsx'
import style from './photo-moderation.module.css'
import { PhotoNotes } from './photo-notes.tsx'

/** Below a photo: which caption is public, and whether the photo is hidden. */
export const PhotoModeration = ({ id }: { readonly id: string }) => {
  const { t } = useTexts()
  const { group, toggleHidden, explain, redact } = usePhotoDesk()
  const index = group.images.findIndex((image) => String(image.id) === id)
  const image = group.images[index]
  if (!image) return null
  const { hidden } = image
  const label = t(hidden ? 'group.show' : 'group.hide')
  return (
    <div className={style.part} data-hidden-photo={hidden || undefined}>
      <PhotoMarks group={group} index={index} />
      <PhotoNotes group={group} image={image} />
      <Button
        h={44}
        variant="subtle"
        color={hidden ? 'reseda' : 'gray'}
        leftSection={hidden ? <IconEye size={18} /> : <IconEyeOff size={18} />}
        aria-label={t(hidden ? 'group.showPhoto' : 'group.hidePhoto', { n: index + 1 })}
        onClick={() => toggleHidden(image.id)}
      >
        {label}
      </Button>
      <Button
        h={44}
        variant="subtle"
        color="gray"
        leftSection={<IconBlur size={18} />}
        aria-label={t('group.redactPhoto', { n: index + 1 })}
        onClick={() => redact(image.id)}
      >
        {t('group.redact')}
      </Button>
      {hidden && (
        <Button
          h={44}
          variant="subtle"
          color="gray"
          leftSection={<IconMessage size={18} />}
          onClick={() => explain(image.id)}
        >
          {t(image.moderationNote ? 'group.changeReason' : 'group.giveReason')}
        </Button>
      )}
    </div>
  )
}
