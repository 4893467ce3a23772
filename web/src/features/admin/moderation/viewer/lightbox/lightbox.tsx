import { ActionIcon, CloseButton, Modal } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { FactsLine } from '#web/components/facts-line.tsx'
import { useKeyMap, useNoticed } from '#web/features/admin/moderation/group/keys.ts'
import { useRemainingImages } from '#web/features/admin/moderation/group/use-session.ts'
import { recordOpened } from '#web/features/admin/moderation/session/seen-groups.ts'
import { useViewer, type Viewer, ViewerContext } from '#web/features/admin/moderation/viewer/viewer.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { LargePhoto, PhotoStrip, type ShownPhoto } from './large-photo.tsx'
import style from './lightbox.module.css'
import { LightboxActions, LightboxWords } from './lightbox-words.tsx'

interface LightboxProps {
  readonly viewer: Viewer
  /** The photo to begin with. */
  readonly imageId?: number | undefined
  /** A dialog is open above it. */
  readonly covered: boolean
  readonly onClose: (imageId: number | undefined) => void
}

/** All photos of a group, large, and everything that can be decided about them. */
export const Lightbox = ({ viewer: whole, imageId, covered, onClose }: LightboxProps) => {
  const images = useRemainingImages(whole.group.images)
  const viewer = { ...whole, group: { ...whole.group, images: [...images] } }
  const photo = useShownPhoto(viewer, imageId)
  useEffect(() => recordOpened(whole.group), [whole.group])
  const close = () => onClose(photo?.image.id)
  useKeyMap(photo ? keysOf(viewer, photo, close) : {}, 'dialog')
  if (!photo) return null
  return (
    <Modal.Root
      opened
      onClose={close}
      fullScreen
      closeOnEscape={!covered}
      zIndex={190}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Content radius={0} bg="var(--paper)">
        <ViewerContext value={viewer}>
          <Modal.Body className={style.body} data-large>
            <Head index={photo.index} onClose={close} />
            <LargePhoto {...photo} />
            <PhotoStrip {...photo} />
            <LightboxWords {...photo} />
            <LightboxActions {...photo} />
          </Modal.Body>
        </ViewerContext>
      </Modal.Content>
    </Modal.Root>
  )
}

const useShownPhoto = ({ group: { groupId, images } }: Viewer, first: number | undefined): ShownPhoto | undefined => {
  const [shown, setShown] = useState({ groupId, imageId: first })
  // Another group begins with its first photo, as does one that has lost the photo that was shown.
  const at = shown.groupId === groupId ? images.findIndex(({ id }) => id === shown.imageId) : 0
  const index = Math.max(0, at)
  const image = images[index]
  const isNoticed = useNoticed(image?.id)
  const show = (next: number) => {
    const to = images[Math.min(images.length - 1, Math.max(0, next))]
    if (to) setShown({ groupId, imageId: to.id })
  }
  return image && { image, index, show, hasKeys: isNoticed || image.id === shown.imageId }
}

const keysOf = ({ actions }: Viewer, { image, index, show, hasKeys }: ShownPhoto, close: () => void) => ({
  ...actions,
  right: () => show(index + 1),
  left: () => show(index - 1),
  hide: () => hasKeys && actions.hide(image),
  redact: () => actions.redact(image),
  note: () => (image.hidden ? actions.explain(image) : false),
  caption: () => document.getElementById(`large-caption-${image.id}`)?.focus(),
  view: close,
  open: ({ target }: KeyboardEvent) => (target instanceof HTMLButtonElement ? false : actions.open?.()),
})

const Head = ({ index, onClose }: { readonly index: number; readonly onClose: () => void }) => {
  const { group, actions } = useViewer()
  const place = t('lightbox.place', { n: index + 1, count: group.images.length })
  return (
    <div className={style.head}>
      <div className={style.names}>
        <Modal.Title className="one-line" fz={18} fw={750} lh={1.3}>
          {group.title ?? t('group.untitled')}
        </Modal.Title>
        <p className="soft one-line">
          <FactsLine facts={[place, group.name, String(group.year)]} />
        </p>
      </div>
      <ActionIcon aria-label={t('keys.title')} onClick={actions.help}>
        <IconKeyboard size={22} />
      </ActionIcon>
      <CloseButton size={44} aria-label={t('app.close')} onClick={onClose} />
    </div>
  )
}
