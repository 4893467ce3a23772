import { ActionIcon, Button } from '@mantine/core'
import { IconBlur, IconDownload, IconEyeOff, IconTrash } from '@tabler/icons-react'
import { useContext } from 'react'
import { withBasePath } from '#web/api/base-path.ts'
import { Note } from '#web/components/note.tsx'
import { SaveButton } from '#web/features/management/edits/save-edits.tsx'
import type { ManagedGroup } from '#web/features/management/managed-group.ts'
import { t } from '#web/features/management/texts/texts.ts'
import { buttonOf, SavingContext, useOwnPhoto } from './own-photos.ts'
import style from './photo-facts.module.css'

/** Why a photo is not shown, if it is not. */
export const HiddenReason = ({ image, title }: { image: ManagedGroup['images'][number]; title?: string }) => {
  if (!image.hidden) return null
  return (
    <Note kind="danger" icon={<IconEyeOff size={20} />} {...(title && { title })}>
      <p>{t(image.hiddenReason === 'removal_request' ? 'hidden.removal_request' : 'hidden.moderator')}</p>
      {image.moderationNote && <blockquote dir="auto">{image.moderationNote}</blockquote>}
    </Note>
  )
}

/** On each photo of the gallery: the way to delete it, and a mark where it is hidden. */
export const OnPhoto = ({ id }: { readonly id: string }) => {
  const own = useOwnPhoto(id)
  if (!own) return null
  const { image, place, ask } = own
  const deletion = { what: 'delete', id } as const
  return (
    <>
      {image.hidden && <IconEyeOff className={style.hidden} data-hidden-photo size={22} aria-hidden="true" />}
      <ActionIcon
        id={buttonOf(deletion)}
        className={style.button}
        variant="transparent"
        aria-label={t('photos.remove', place)}
        onClick={() => ask(deletion)}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </>
  )
}

/** Below a large photo: what only its owner can do with it. */
export const BelowLargePhoto = ({ id }: { readonly id: string }) => {
  const own = useOwnPhoto(id)
  const saving = useContext(SavingContext)
  if (!own) return null
  const { image, place, ask } = own
  return (
    <>
      <HiddenReason image={image} />
      {saving && <SaveButton {...saving} />}
      <div className="actions actions-growing" data-tools>
        <Button
          id={buttonOf({ what: 'redact', id })}
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
