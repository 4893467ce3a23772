import { Modal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import type { AdminGroup } from '#web/features/admin/moderation/group/group-queries.ts'
import { GroupWords } from './group-words.tsx'
import style from './lightbox.module.css'
import { LightboxActions } from './lightbox-actions.tsx'
import { LightboxContext, type LightboxDesk } from './lightbox-desk.ts'
import { LightboxHead } from './lightbox-head.tsx'
import { PhotoStage } from './photo-stage.tsx'
import { PhotoStrip } from './photo-strip.tsx'
import { PhotoWords } from './photo-words.tsx'
import { useLightboxKeys } from './use-lightbox-keys.ts'

interface GroupLightboxProps {
  readonly group: AdminGroup
  readonly desk: LightboxDesk
  /** The photo to begin with. */
  readonly imageId?: number | undefined
  /** A dialog is open above it. */
  readonly covered: boolean
  readonly onClose: (imageId: number | undefined) => void
  readonly children?: ReactNode
}

/** All photos of a group, large, and everything that can be decided about them. */
export const GroupLightbox = ({ group, desk, imageId, covered, onClose, children }: GroupLightboxProps) => {
  const [shown, setShown] = useState({ groupId: group.groupId, imageId })
  const { images } = group
  // Another group begins with its first photo; after a deletion its neighbour is shown.
  const at = shown.groupId === group.groupId ? images.findIndex(({ id }) => id === shown.imageId) : 0
  const index = Math.max(0, at)
  const image = images[index]
  const show = (next: number) => {
    const to = images[Math.min(images.length - 1, Math.max(0, next))]
    if (to) setShown({ groupId: group.groupId, imageId: to.id })
  }
  const close = () => onClose(image?.id)
  const isCovered = useCovered(covered)
  if (!image) return null
  const value = { ...desk, group, image, index, show }
  return (
    <Modal.Root
      opened
      onClose={close}
      fullScreen
      closeOnEscape={!isCovered}
      zIndex={190}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Content radius={0} classNames={{ content: style.content ?? '' }}>
        <LightboxContext value={value}>
          <Modal.Body className={style.body}>
            <LightboxHead onClose={close} />
            <PhotoStage />
            <PhotoStrip />
            <div className={style.words}>
              <PhotoWords key={image.id} />
              <GroupWords>{children}</GroupWords>
            </div>
            <LightboxActions />
            <Shortcuts onClose={close} />
          </Modal.Body>
        </LightboxContext>
      </Modal.Content>
    </Modal.Root>
  )
}

/** True until the key press ends that closes the dialog above: the same Escape must not close the lightbox. */
const useCovered = (covered: boolean): boolean => {
  const [lasting, setLasting] = useState(covered)
  useEffect(() => {
    const timer = setTimeout(() => setLasting(covered))
    return () => clearTimeout(timer)
  }, [covered])
  return covered || lasting
}

const Shortcuts = ({ onClose }: { readonly onClose: () => void }) => {
  useLightboxKeys(onClose)
  return null
}
