import { Button } from '@mantine/core'
import { IconBlur, IconEyeOff } from '@tabler/icons-react'
import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { ManagedGroup } from '#web/features/management/managed-group.ts'
import style from './own-photo.module.css'

interface OwnPhotos {
  readonly group: ManagedGroup
  readonly redact: (imageId: number) => void
}

/** What the photo tiles need to know about their group. */
export const OwnPhotosContext = createContext<OwnPhotos | undefined>(undefined)

/** Below a photo: whether it is hidden and why, and the way to make parts of it unrecognisable. */
export const OwnPhoto = ({ id }: { readonly id: string }) => {
  const { t } = useTranslation('management')
  const own = useContext(OwnPhotosContext)
  const index = own?.group.images.findIndex((image) => String(image.id) === id) ?? -1
  const image = own?.group.images[index]
  if (!image) return null
  return (
    <div className={style.part} data-hidden-photo={image.hidden || undefined}>
      {image.hidden && (
        <div className={style.reason}>
          <p>
            <IconEyeOff size={18} aria-hidden="true" />
            {t(image.hiddenReason === 'removal_request' ? 'hidden.removal_request' : 'hidden.moderator')}
          </p>
          {image.moderationNote && <blockquote dir="auto">{image.moderationNote}</blockquote>}
        </div>
      )}
      <Button
        h="auto"
        mih={44}
        px="xs"
        classNames={style.button ? { label: style.button } : {}}
        variant="subtle"
        color="gray"
        leftSection={<IconBlur size={18} />}
        aria-label={t('redact.of', { n: index + 1 })}
        onClick={() => own?.redact(image.id)}
      >
        {t('redact.button')}
      </Button>
    </div>
  )
}
