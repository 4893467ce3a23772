import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCloudOff, IconHistory, IconInfoCircle } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#web/components/lazy-part.tsx'
import { useMyUploads } from '#web/components/my-uploads.ts'
import { Note } from '#web/components/note.tsx'
import type { UploadLimits } from '#web/components/photos/check-files.ts'
import { useFileDrop } from '#web/components/photos/use-file-drop.ts'
import { useOnline } from '#web/components/use-online.ts'
import { formatBytes } from '#web/i18n/format.ts'
import { ConsentSection } from './consent-section.tsx'
import { type Consents, totalBytes } from './draft/draft.ts'
import { missingParts } from './draft/missing.ts'
import type { DraftOnDevice } from './draft/use-draft.ts'
import { useDraftPhotos } from './draft/use-draft-photos.ts'
import { PhotoPicker } from './photo-picker.tsx'
import { RemovedBar } from './removed-bar.tsx'
import { SendBar } from './send-bar.tsx'
import { TextsSection } from './texts-section.tsx'
import style from './upload-form.module.css'

// Drag and drop is a quarter of the page's code, and needed only once there are photos: it loads while the chooser is open.
const { Part: PhotoGrid, preload: preloadPhotoGrid } = lazyPart(() =>
  import('#web/components/photos/photo-grid.tsx').then((module) => module.PhotoGrid),
)

// Most devices have sent nothing yet.
const { Part: MyUploadsList } = lazyPart(() => import('./my-uploads-list.tsx').then((module) => module.MyUploadsList))

const { Part: RejectedFiles, preload: preloadRejectedFiles } = lazyPart(() =>
  import('#web/components/photos/rejected-files.tsx').then((module) => module.RejectedFiles),
)
const { Part: MoreTile, preload: preloadMoreTile } = lazyPart(() =>
  import('#web/components/photos/more-tile.tsx').then((module) => module.MoreTile),
)
const preloadAfterChoice = () => {
  preloadMoreTile()
  preloadPhotoGrid()
  preloadRejectedFiles()
}

interface UploadFormProps {
  readonly onDevice: DraftOnDevice
  readonly settings: UploadLimits
  readonly consents: Consents
  /** The visitor saw another part of the page before. */
  readonly returned: boolean
  /** Sending was cancelled. */
  readonly cancelled: boolean
  /** The name of the file that the server rejected. */
  readonly refused: string | undefined
  readonly onConsents: (consents: Consents) => void
  readonly onSend: () => void
}

export const UploadForm = (props: UploadFormProps) => {
  const { onDevice, settings, consents, returned, cancelled, refused, onConsents, onSend } = props
  const { draft, change, discard, restored, kept } = onDevice
  const { t } = useTranslation()
  const online = useOnline()
  const uploads = useMyUploads()

  // Once, when the form comes back: the focus must not get lost with what it replaces.
  const start = useRef(() => {
    const photo = draft.photos.find(({ file }) => file.name === refused)
    const target = photo ? `remove-${photo.id}` : 'content'
    if (returned) document.getElementById(target)?.focus()
  })
  useEffect(() => start.current(), [])

  const { rejected, removed, add, remove, undo, clearRejected } = useDraftPhotos(onDevice, settings)
  const dropping = useFileDrop(add)

  return (
    <div className={style.form}>
      <div className="upload-hero">
        <h1>{t('upload.title')}</h1>
        <p>{t('upload.lead')}</p>
      </div>
      <div className={style.pick}>
        <PhotoPicker
          maxFileSizeMb={settings.maxFileSizeMb}
          maxImages={settings.maxImagesPerGroup}
          dropping={dropping}
          onOpen={preloadAfterChoice}
          onFiles={add}
        />
        {!online && <Note kind="warning" icon={<IconCloudOff />} title={t('upload.offline')} />}
        {cancelled && <Note kind="plain" icon={<IconInfoCircle />} title={t('sending.cancelled')} />}
        {restored && <RestoredNote onDiscard={discard} />}
        {!kept && <Note kind="warning" icon={<IconAlertTriangle />} title={t('upload.draftNotKept')} />}
        {rejected.length > 0 && (
          <Suspense>
            <RejectedFiles files={rejected} limits={settings} onClose={clearRejected} />
          </Suspense>
        )}
      </div>
      {draft.photos.length > 0 && (
        <Suspense>
          <PhotoGrid
            photos={draft.photos}
            summary={t('photos.summary', { count: draft.photos.length, size: formatBytes(totalBytes(draft.photos)) })}
            refused={refused}
            change={change}
            onRemove={remove}
          >
            {draft.photos.length < settings.maxImagesPerGroup && <MoreTile onFiles={add} />}
          </PhotoGrid>
        </Suspense>
      )}
      <TextsSection texts={draft.texts} change={change} />
      <ConsentSection consents={consents} onChange={onConsents} />
      <SendBar count={draft.photos.length} missing={missingParts(draft, consents)} onSend={onSend} />
      {uploads.length > 0 && (
        <Suspense>
          <MyUploadsList uploads={uploads} />
        </Suspense>
      )}
      {removed && <RemovedBar file={removed.photo.file.name} onUndo={undo} />}
    </div>
  )
}

const RestoredNote = ({ onDiscard }: { onDiscard: () => void }) => {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  return (
    <Note kind="plain" icon={<IconHistory />} title={t(asking ? 'upload.discardSure' : 'upload.draftRestored')}>
      <div className={style.noteActions}>
        {asking && (
          <Button color="red" h={44} onClick={onDiscard}>
            {t('upload.discardYes')}
          </Button>
        )}
        <Button variant="default" h={44} onClick={() => setAsking(!asking)}>
          {t(asking ? 'upload.discardNo' : 'upload.discard')}
        </Button>
      </div>
    </Note>
  )
}
