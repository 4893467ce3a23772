import { IconCloudOff } from '@tabler/icons-react'
import { useSelector } from '@tanstack/react-store'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { exhibition, ownExhibition, staff } from '#web/api/site.ts'
import { useOnline } from '#web/components/hooks/use-online.ts'
import { lazyPart } from '#web/components/lazy-part.tsx'
import { Note } from '#web/components/note.tsx'
import type { UploadLimits } from '#web/components/photos/check-files.ts'
import { preparing } from '#web/components/photos/convert/preparing.ts'
import { useFileDrop } from '#web/components/photos/use-file-drop.ts'
import { t } from '#web/i18n/i18n.ts'
import { missingParts } from './draft/draft.ts'
import { preloadChecks, useDraftPhotos } from './draft/use-draft-photos.ts'
import type { DraftNotesProps } from './notes.tsx'
import { PhotoPicker } from './photo-picker.tsx'
import style from './upload-form.module.css'
import type { Sending } from './use-sending.ts'
import type { Upload } from './use-upload.ts'

// Needed only once there are photos: it loads while the chooser is open.
const { Part: DraftForm, preload: preloadDraftForm } = lazyPart(
  async () => (await import('./draft-form.tsx')).DraftForm,
)
const { Part: RejectedFiles, preload: preloadRejectedFiles } = lazyPart(
  async () => (await import('#web/components/photos/rejected-files.tsx')).RejectedFiles,
)
const { Part: RemovedBar, preload: preloadNotes } = lazyPart(async () => (await import('./notes.tsx')).RemovedBar)
const { Part: DraftNotes } = lazyPart(async () => (await import('./notes.tsx')).DraftNotes)
const { Part: CodeNeeded } = lazyPart(async () => (await import('./exhibition/access-code.tsx')).CodeNeeded)
const { Part: StaffName } = lazyPart(async () => (await import('./exhibition/staff-name.tsx')).StaffName)
const preloadAfterChoice = () => {
  preloadChecks()
  preloadNotes()
  preloadDraftForm()
  preloadRejectedFiles()
}

interface UploadFormProps {
  readonly upload: Upload
  readonly sending: Extract<Sending, { phase: 'editing' }>
  readonly settings: UploadLimits
}

/** The photos come first once there are any. */
function useTopOnChoice(chosen: boolean): void {
  useEffect(() => {
    if (chosen) window.scrollTo(0, 0)
  }, [chosen])
}

/** Once, when the form comes back: the focus must not get lost with what it replaces. */
function useFocusOnReturn({ refused }: Upload, returned = false): void {
  const start = useRef(() => {
    if (!returned) return
    window.scrollTo(0, 0)
    const photo = document.getElementById(`photo-${refused}`)
    if (photo) photo.focus()
    else document.getElementById('content')?.focus({ preventScroll: true })
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
  const addToLatest = useEffectEvent(add)
  useEffect(() => {
    const take = async () => {
      const { takeSharedPhotos } = await import('./draft/shared-photos.ts')
      await addToLatest(await takeSharedPhotos())
    }
    if (window.location.search === '?shared') void take()
  }, [])
}

/** What the visitor should know before choosing photos. Only that of the connection has to be here without one. */
const Notes = (props: DraftNotesProps) => {
  const online = useOnline()
  const { restored, kept } = props.onDevice
  return (
    <>
      {!online && <Note kind="warning" icon={<IconCloudOff />} title={t('upload.offline')} />}
      {(restored || !kept || props.cancelled || props.prepares) && <DraftNotes {...props} />}
    </>
  )
}

const Hero = ({ folded }: { readonly folded: boolean }) => (
  <div className="upload-hero" data-folded={folded || undefined}>
    {ownExhibition && (
      <p className="upload-name">
        <bdi>{ownExhibition.name}</bdi>
      </p>
    )}
    <h1>{t('upload.title')}</h1>
    {!folded && <p>{t('upload.lead')}</p>}
    {staff && <StaffName />}
  </div>
)

export const UploadForm = ({ upload, sending, settings }: UploadFormProps) => {
  const { onDevice, consents } = upload
  const { draft } = onDevice
  const chosen = draft.photos.length > 0
  useTopOnChoice(chosen)
  // A wrong code has the focus itself.
  useFocusOnReturn(upload, sending.returned && sending.wrongCode === undefined)
  const { rejected, removed, checking, add, remove, undo, clearRejected } = useDraftPhotos(onDevice, settings)
  const dropping = useFileDrop(add)
  useSharedPhotos(add)
  const prepares = useSelector(preparing) > 0
  const missing = missingParts(draft, consents, upload.accessCode)
  const [waits, send] = useSendWhenReady(checking || prepares, () => missing.length === 0 && upload.start(draft))

  const undoBar = removed && <RemovedBar file={removed.photo.file.name} onUndo={undo} />
  const notes = (
    <>
      <Notes onDevice={onDevice} cancelled={sending.cancelled === true} prepares={prepares || waits} />
      {rejected.length > 0 && <RejectedFiles files={rejected} limits={settings} onClose={clearRejected} />}
    </>
  )
  return (
    <div className={`sections ${style.form}`}>
      {/* Once there are photos, they come first. */}
      <Hero folded={chosen} />
      {chosen ? (
        <DraftForm
          upload={upload}
          maxImages={settings.maxImagesPerGroup}
          onRemove={remove}
          onFiles={add}
          removed={undoBar}
          rejected={rejected}
          missing={missing}
          wrongCode={sending.wrongCode}
          waits={waits}
          onSend={send}
        >
          {notes}
        </DraftForm>
      ) : (
        <div className="stack">
          <PhotoPicker dropping={dropping} onOpen={preloadAfterChoice} onFiles={add} />
          {exhibition?.needsCode && <CodeNeeded />}
          {notes}
        </div>
      )}
      {!chosen && undoBar}
    </div>
  )
}
