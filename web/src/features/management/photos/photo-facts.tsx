import { Button } from '@mantine/core'
import { IconBlur, IconDownload, IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { withBasePath } from '#web/api/base-path.ts'
import { Note } from '#web/components/note.tsx'
import type { ManagedGroup } from '#web/features/management/managed-group.ts'
import { useOwnPhoto } from './own-photos.ts'

interface HiddenReasonProps {
  readonly image: ManagedGroup['images'][number]
  readonly title?: string
}

/** Why a photo is not shown, if it is not. */
export const HiddenReason = ({ image, title }: HiddenReasonProps) => {
  const { t } = useTranslation('management')
  if (!image.hidden) return null
  return (
    <Note kind="danger" icon={<IconEyeOff size={20} />} {...(title && { title })}>
      <p>{t(image.hiddenReason === 'removal_request' ? 'hidden.removal_request' : 'hidden.moderator')}</p>
      {image.moderationNote && <blockquote dir="auto">{image.moderationNote}</blockquote>}
    </Note>
  )
}

/** Below a large photo: what only its owner can do with it. */
export const BelowLargePhoto = ({ id }: { readonly id: string }) => {
  const { t } = useTranslation('management')
  const own = useOwnPhoto(id)
  if (!own) return null
  const { image, place, ask } = own
  return (
    <>
      <HiddenReason image={image} />
      <div className="actions actions-growing">
        <Button
          variant="default"
          px="xs"
          leftSection={<IconBlur size={20} />}
          onClick={() => ask({ what: 'redact', id })}
        >
          {t('redact.button')}
        </Button>
        <Button
          component="a"
          variant="default"
          px="xs"
          href={withBasePath(image.filePath)}
          download={place.file}
          leftSection={<IconDownload size={20} />}
        >
          {t('archive.title')}
        </Button>
      </div>
    </>
  )
}
