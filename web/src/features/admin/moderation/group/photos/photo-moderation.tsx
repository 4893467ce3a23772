import { Button } from '@mantine/core'
import { IconBlur, IconEye, IconEyeOff, IconMessage } from '@tabler/icons-react'
import type { AdminGroup } from '#web/features/admin/moderation/group/group-queries.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { usePhotoDesk } from './photo-desk.ts'
import { PhotoMarks } from './photo-marks.tsx'
import style from './photo-moderation.module.css'

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
      {group.isApproved && <Published image={image} />}
      {hidden && <Reason image={image} />}
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

type Photo = AdminGroup['images'][number]

/** The public keeps the caption that a moderator saw last (D45). */
const Published = ({ image: { imageDescription, publishedDescription } }: { readonly image: Photo }) => {
  const { t } = useTexts()
  if (imageDescription === publishedDescription) return null
  return (
    <p className={style.published}>
      <strong>{t('group.captionWaits')}</strong>{' '}
      {publishedDescription ? t('group.captionPublished', { text: publishedDescription }) : t('group.captionNone')}
    </p>
  )
}

const Reason = ({ image: { hiddenReason, moderationNote } }: { readonly image: Photo }) => {
  const { t } = useTexts()
  return (
    <p className={style.reason}>
      <strong>{t(hiddenReason === 'removal_request' ? 'group.hiddenOnRequest' : 'group.hidden')}</strong>
      {moderationNote && ` ${moderationNote}`}
    </p>
  )
}
