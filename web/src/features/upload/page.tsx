import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { exhibition, ownExhibition, siteName } from '#web/api/site.ts'
import { documentSettings, uploadSettings } from '#web/api/upload-settings.ts'
import { Announcer } from '#web/components/announcer.tsx'
import { useStayAwake } from '#web/components/hooks/use-wake-lock.ts'
import { lazyPart } from '#web/components/lazy-part.tsx'
import { PageFrame } from '#web/components/pages/page-frame.tsx'
import { keepThumbnails } from '#web/components/photos/thumbnails.ts'
import { isShared } from '#web/components/shared-device.ts'
import { t } from '#web/i18n/i18n.ts'
import type { Draft } from './draft/draft.ts'
import { UploadForm } from './upload-form.tsx'
import { preloadSender } from './use-sending.ts'
import { useUpload } from './use-upload.ts'

const { Part: SharedNote, preload: preloadNotes } = lazyPart(async () => (await import('./notes.tsx')).SharedNote)
const { Part: SendingPages, preload: preloadSendingPages } = lazyPart(
  async () => (await import('./sending-pages.tsx')).SendingPages,
)

const { Part: ClosedExhibition } = lazyPart(
  async () => (await import('./exhibition/closed-exhibition.tsx')).ClosedExhibition,
)
const isOpen = exhibition?.isOpen !== false

function usePreparations({ photos }: Draft): void {
  useEffect(() => keepThumbnails(photos), [photos])
  useEffect(() => () => keepThumbnails([]), [])
  // The connection may break while sending: what is shown then has to be here before.
  useEffect(() => {
    if (photos.length === 0) return
    preloadSendingPages()
    preloadNotes()
    preloadSender()
  }, [photos.length])
}

export const UploadPage = () => {
  const { data: settings = documentSettings } = useQuery(uploadSettings)
  const upload = useUpload()
  const { sending } = upload
  usePreparations(upload.onDevice.draft)
  useStayAwake(['uploading', 'processing', 'waiting'].includes(sending.phase))
  const name = ownExhibition?.name ?? siteName
  useDocumentTitle(isOpen ? `${t('upload.pageTitle')} · ${name}` : name)
  return (
    <PageFrame>
      <Announcer />
      {isShared && isOpen && sending.phase === 'editing' && <SharedNote />}
      {/* What was begun in time is still sent. */}
      {sending.phase === 'editing' && !isOpen && <ClosedExhibition />}
      {sending.phase === 'editing' ? (
        isOpen && <UploadForm upload={upload} sending={sending} settings={settings} />
      ) : (
        <SendingPages upload={upload} sending={sending} retentionDays={settings.retentionDays} />
      )}
    </PageFrame>
  )
}
