import { Suspense } from 'react'
import { lazyPart } from '#web/components/lazy-part.tsx'
import { isShared } from '#web/components/shared-device.ts'
import { DonePanel } from './done-panel.tsx'
import type { Draft } from './draft/draft.ts'
import type { DraftOnDevice } from './draft/use-draft.ts'
import { FailedPanel } from './failed-panel.tsx'
import { SendingPanel } from './sending-panel.tsx'
import type { Sending } from './use-sending.ts'

const { Part: SharedDonePanel, preload: preloadSharedDonePanel } = lazyPart(() =>
  import('./shared/shared-done-panel.tsx').then((module) => module.SharedDonePanel),
)
// The connection may break while sending.
if (isShared) preloadSharedDonePanel()

interface SendingPagesProps {
  readonly sending: Exclude<Sending, { phase: 'editing' }>
  readonly onDevice: DraftOnDevice
  readonly retentionDays: number
  readonly linkKept: boolean
  /** The name of the file that the server rejected. */
  readonly refused: string | undefined
  readonly onSend: (draft: Draft) => void
  readonly onCancel: () => void
  readonly onEdit: () => void
  readonly onMore: () => void
}

/** Replaces the form from the moment the photos are sent. */
export const SendingPages = (props: SendingPagesProps) => {
  const { sending, onDevice, retentionDays, linkKept, refused, onSend, onCancel, onEdit, onMore } = props
  const { draft, change } = onDevice
  if (sending.phase === 'done' && isShared)
    return (
      <Suspense>
        <SharedDonePanel answer={sending.answer} retentionDays={retentionDays} />
      </Suspense>
    )
  if (sending.phase === 'done')
    return (
      <DonePanel
        answer={sending.answer}
        photos={draft.photos}
        retentionDays={retentionDays}
        kept={linkKept}
        onMore={onMore}
      />
    )
  if (sending.phase === 'failed') {
    const accepted = draft.photos.filter((photo) => photo.file.name !== refused)
    const oneRefused = accepted.length > 0 && accepted.length === draft.photos.length - 1
    const without = () => {
      for (const photo of draft.photos) if (!accepted.includes(photo)) change({ type: 'remove', id: photo.id })
      onSend({ ...draft, photos: accepted })
    }
    return (
      <FailedPanel
        error={sending.error}
        onAgain={() => onSend(draft)}
        onWithoutRefused={oneRefused ? without : undefined}
        onEdit={onEdit}
      />
    )
  }
  return <SendingPanel progress={sending} photos={draft.photos} onCancel={onCancel} />
}
