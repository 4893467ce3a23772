import { ActionIcon, Group, Menu } from '@mantine/core'
import { IconBlur, IconCalendarOff, IconDots, IconEye, IconEyeOff, IconMessage, IconTrash } from '@tabler/icons-react'
import { OrderButtons } from '#web/components/photos/order-buttons.tsx'
import type { PhotoText, Place } from '#web/components/photos/photo.ts'
import { useRemainingImages } from '#web/features/admin/moderation/group/use-session.ts'
import { movePhoto } from '#web/features/admin/moderation/session/edit-photos.ts'
import type { AdminGroup, AdminImage } from '#web/features/admin/moderation/session/groups.ts'
import { useViewer } from '#web/features/admin/moderation/viewer/viewer.ts'
import { ActionButton } from '#web/features/admin/shared/action-button.tsx'
import { shortDate } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { PhotoCaption } from './photo-caption.tsx'
import style from './photo-moderation.module.css'

/** Below a photo: its place, its caption, what is public of it, and what can be done with it. */
export const PhotoModeration = ({ id }: { readonly id: string }) => {
  const { group } = useViewer()
  const images = useRemainingImages(group.images)
  const index = images.findIndex((image) => String(image.id) === id)
  const image = images[index]
  if (!image) return null
  const place = { n: index + 1, count: images.length, file: image.originalName ?? image.fileName }
  return (
    <div className={`stack breakable ${style.part}`} data-hidden-photo={image.hidden || undefined}>
      <OrderButtons id={id} place={place} change={(move) => void movePhoto(group.groupId, move)}>
        <strong aria-hidden="true">{formatNumber(place.n)}</strong>
      </OrderButtons>
      <PhotoCaption image={image} place={place} />
      {/* An empty one is written in the large view. */}
      {image.altText && <PhotoCaption what="altText" image={image} place={place} />}
      <PhotoNotes group={group} image={image} />
      <PhotoButtons image={image} place={place} />
    </div>
  )
}

/** Hiding is done often, the rest in a menu. */
const PhotoButtons = ({ image, place }: { readonly image: AdminImage; readonly place: Place }) => {
  const { actions } = useViewer()
  const { n } = place
  const [look, name, nameOfPhoto] = image.hidden
    ? [{ Icon: IconEye, color: 'reseda' }, t('group.show'), t('group.showPhoto', { n })]
    : [{ Icon: IconEyeOff }, t('group.hide'), t('group.hidePhoto', { n })]
  return (
    <Group justify="space-between" gap={0}>
      <ActionButton
        variant="subtle"
        color="gray"
        {...look}
        px={{ base: 0, xs: 'xs' }}
        aria-label={nameOfPhoto}
        onClick={() => actions.hide(image)}
      >
        {name}
      </ActionButton>
      <PhotoMenu image={image} place={place} />
    </Group>
  )
}

const PhotoMenu = ({ image, place: { n, count } }: { readonly image: AdminImage; readonly place: Place }) => {
  const { actions } = useViewer()
  // The last photo is deleted with its group.
  const remove = () => (count === 1 ? actions.delete() : actions.remove(image))
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={t('group.morePhoto', { n })}>
          <IconDots size={22} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Item Icon={IconBlur} text={t('group.redact')} act={() => actions.redact(image)} />
        {image.exifDateTaken && (
          <Item
            Icon={IconCalendarOff}
            text={t('group.clearDate', { date: shortDate(image.exifDateTaken) })}
            act={() => actions.clearDate(image)}
          />
        )}
        {image.hidden && (
          <Item
            Icon={IconMessage}
            text={t(image.moderationNote ? 'group.changeReason' : 'group.giveReason')}
            act={() => actions.explain(image)}
          />
        )}
        <Item Icon={IconTrash} text={t('remove.confirm')} act={remove} />
      </Menu.Dropdown>
    </Menu>
  )
}

const Item = ({ Icon, text, act }: { Icon: typeof IconTrash; text: string; act: () => void }) => (
  <Menu.Item mih={44} leftSection={<Icon size={18} />} onClick={act}>
    {text}
  </Menu.Item>
)

interface WaitingProps {
  readonly what: PhotoText
  readonly text: string | null
  readonly published: string | null
}

const Waiting = ({ what, text, published }: WaitingProps) => {
  if (text === published) return null
  return (
    <p className={style.published}>
      <strong>{t(`group.${what}Waits`)}</strong>{' '}
      {published ? t(`group.${what}Published`, { text: published }) : t(`group.${what}None`)}
    </p>
  )
}

/** What a moderator should know about a photo: how it looks, which caption of it is public, and why it is hidden. */
export const PhotoNotes = ({ group, image }: { readonly group: AdminGroup; readonly image: AdminImage }) => {
  const { hiddenReason, moderationNote } = image
  const numbers = image.alikeImageIds.map((other) => group.images.findIndex(({ id }) => id === other) + 1)
  const similar = numbers.length > 0 && t('group.similar', { numbers: numbers.join(', ') })
  const looks = [image.blurred && t('group.blurred'), similar].filter(Boolean).join(' · ')
  return (
    <>
      {looks && <p className={style.published}>{looks}</p>}
      {/* The public keeps the caption that a moderator saw last (D45). */}
      {group.isApproved && (
        <>
          <Waiting what="caption" text={image.imageDescription} published={image.publishedDescription} />
          <Waiting what="altText" text={image.altText} published={image.publishedAltText} />
        </>
      )}
      {image.hidden && (
        <p className={style.reason}>
          <strong>{t(hiddenReason === 'removal_request' ? 'group.hiddenOnRequest' : 'group.hidden')}</strong>
          {moderationNote && ` ${moderationNote}`}
        </p>
      )}
    </>
  )
}
