import { IconAlertTriangle, IconCloudOff, IconInfoCircle } from '@tabler/icons-react'
import { useSelector } from '@tanstack/react-store'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '#web/components/hooks/use-online.ts'
import { lazyPart } from '#web/components/lazy-part.tsx'
import { Note } from '#web/components/note.tsx'
import type { UploadLimits } from '#web/components/photos/check-files.ts'
import { preparing } from '#web/components/photos/convert/preparing.ts'
import { useFileDrop } from '#web/components/photos/use-file-drop.ts'
import { ConsentSection } from './consent-section.tsx'
import type { Consents } from './draft/draft.ts'
import { missingParts } from './draft/missing.ts'
import type { DraftOnDevice } from './draft/use-draft.ts'
import { preloadChecks, useDraftPhotos } from './draft/use-draft-photos.ts'
import { PhotoPicker } from './photo-picker.tsx'
import { SendBar } from './send-bar.tsx'
import { TextsSection } from './texts-section.tsx'
import style from './upload-form.module.css'

// Drag and drop is a quarter of the page's code, and needed only once there are photos: it loads while the chooser is open.
const { Part: DraftPhotos, preload: preloadDraftPhotos } = lazyPart(() =>
  import('./draft-photos.tsx').then((module) => module.DraftPhotos),
)
const { Part: RejectedFiles, preload: preloadRejectedFiles } = lazyPart(() =>
  import('#web/components/photos/rejected-files.tsx').then((module) => module.RejectedFiles),
)
const { Part: RemovedBar, preload: preloadRemovedBar } = lazyPart(() =>
  import('./removed-bar.tsx').then((module) => module.RemovedBar),
)
const { Part: PreparingNote } = lazyPart(() => import('./preparing-note.tsx').then((module) => module.PreparingNote))
const { Part: RestoredNote } = lazyPart(() => import('./restored-note.tsx').then((module) => module.RestoredNote))
const preloadAfterChoice = () => {
  preloadChecks()
  preloadRemovedBar()
  preloadDraftPhotos()
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

/** The photos come first once there are any. */
function useTopOnChoice(chosen: boolean): void {
  useEffect(() => {
    if (chosen) window.scrollTo(0, 0)
  }, [chosen])
}

/** Once, when the form comes back: the focus must not get lost with what it replaces. */
function useFocusOnReturn({ onDevice, returned, refused }: UploadFormProps): void {
  const start = useRef(() => {
    if (!returned) return
    window.scrollTo(0, 0)
    const photo = onDevice.draft.photos.find(({ file }) => file.name === refused)
    document.getElementById(photo ? `remove-${photo.id}` : 'content')?.focus({ preventScroll: photo === undefined })
  })
  useEffect(() => start.current(), [])
}

/**
 * Sends when every chosen photo is in the draft: those that are still checked, converted or made smaller would be left
 * behind. Returns whether that is being waited for, and what asks for it.
 */
function useSendWhenReady(isBusy: boolean, send: () => void): readonly [boolean, () => void] {
  const [waits, setWaits] = useState(false)
  useEffect(() => {
    if (!waits || isBusy) return
    // A photo that is ready is put into the draft a moment later, and the next one may begin.
    const timer = setTimeout(() => {
      if (preparing.state > 0) return
      setWaits(false)
      send()
    })
    return () => clearTimeout(timer)
  })
  return [waits, () => (isBusy ? setWaits(true) : send())]
}

/** Adds, once, what another app shared with this one. */
function useSharedPhotos(add: (files: File[]) => unknown): void {
  const start = useRef(async () => {
    const { takeSharedPhotos } = await import('./draft/shared-photos.ts')
    await add(await takeSharedPhotos())
  })
  useEffect(() => {
    if (window.location.search === '?shared') void start.current()
  }, [])
}

/** What the visitor should know before choosing photos. */
const Notes = ({ props, prepares }: { props: UploadFormProps; prepares: boolean }) => {
  const { t } = useTranslation()
  const online = useOnline()
  const { restored, kept, discard } = props.onDevice
  return (
    <>
      {!online && <Note kind="warning" icon={<IconCloudOff />} title={t('upload.offline')} />}
      {props.cancelled && <Note kind="plain" icon={<IconInfoCircle />} title={t('sending.cancelled')} />}
      {restored && (
        <Suspense>
          <RestoredNote onDiscard={discard} />
        </Suspense>
      )}
      {!kept && <Note kind="warning" icon={<IconAlertTriangle />} title={t('upload.draftNotKept')} />}
      {prepares && (
        <Suspense>
          <PreparingNote />
        </Suspense>
      )}
    </>
  )
}

const Hero = ({ folded }: { readonly folded: boolean }) => {
  const { t } = useTranslation()
  return (
    <div className="upload-hero" data-folded={folded || undefined}>
      <h1>{t('upload.title')}</h1>
      {!folded && <p>{t('upload.lead')}</p>}
    </div>
  )
}

export const UploadForm = (props: UploadFormProps) => {
  const { onDevice, settings, consents, refused, onConsents, onSend } = props
  const { draft, change } = onDevice
  const chosen = draft.photos.length > 0
  useTopOnChoice(chosen)
  useFocusOnReturn(props)
  const { rejected, removed, checking, add, remove, undo, clearRejected } = useDraftPhotos(onDevice, settings)
  const dropping = useFileDrop(add)
  useSharedPhotos(add)
  const prepares = useSelector(preparing) > 0
  const missing = missingParts(draft, consents)
  const [waits, send] = useSendWhenReady(checking || prepares, () => missing.length === 0 && onSend())

  return (
    <div className={style.form}>
      {/* Once there are photos, they come first. */}
      <Hero folded={chosen} />
      {chosen && (
        <Suspense>
          <DraftPhotos
            photos={draft.photos}
            maxImages={settings.maxImagesPerGroup}
            refused={refused}
            change={change}
            onRemove={remove}
            onFiles={add}
          />
        </Suspense>
      )}
      <div className={style.pick}>
        <Notes props={props} prepares={prepares || waits} />
        {rejected.length > 0 && (
          <Suspense>
            <RejectedFiles files={rejected} limits={settings} onClose={clearRejected} />
          </Suspense>
        )}
        <PhotoPicker
          maxFileSizeMb={settings.maxFileSizeMb}
          maxImages={settings.maxImagesPerGroup}
          dropping={dropping}
          compact={chosen}
          onOpen={preloadAfterChoice}
          onFiles={add}
        />
      </div>
      <TextsSection texts={draft.texts} change={change} />
      <ConsentSection consents={consents} onChange={onConsents} />
      <SendBar photos={draft.photos} missing={missing} waits={waits} onSend={send} />
      {removed && (
        <Suspense>
          <RemovedBar file={removed.photo.file.name} onUndo={undo} />
        </Suspense>
      )}
    </div>
  )
}
