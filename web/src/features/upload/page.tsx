import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { siteName } from '#web/api/site.ts'
import { documentSettings, uploadSettings } from '#web/api/upload-settings.ts'
import { Announcer } from '#web/components/announcer.tsx'
import { useStayAwake } from '#web/components/hooks/use-stay-awake.ts'
import { lazyPart } from '#web/components/lazy-part.tsx'
import { saveUpload } from '#web/components/my-uploads/my-uploads.ts'
import { PageFrame } from '#web/components/pages/page-frame.tsx'
import { coverOfPhoto, keepThumbnails } from '#web/components/photos/thumbnails.ts'
import { isShared } from '#web/components/shared-device.ts'
import { type Consents, type Draft, noConsents } from './draft/draft.ts'
import { saveAuthor } from './draft/last-author.ts'
import { useDraft } from './draft/use-draft.ts'
import { useResume } from './draft/use-resume.ts'
import { UploadForm } from './upload-form.tsx'
import { preloadSender, useSending } from './use-sending.ts'

const { Part: SharedNote } = lazyPart(() => import('./shared/shared-note.tsx').then((module) => module.SharedNote))
const { Part: SendingPages, preload: preloadSendingPages } = lazyPart(() =>
  import('./sending-pages.tsx').then((module) => module.SendingPages),
)

/** The draft with its consents, and what sends it. */
function useUpload() {
  const onDevice = useDraft()
  const [consents, setConsents] = useState<Consents>(noConsents)
  const [linkKept, setLinkKept] = useState(true)
  const { send, edit, ...sending } = useSending()
  const start = async (batch: Draft, given = consents) => {
    const picture = coverOfPhoto(batch.photos[0]?.id).catch(() => undefined)
    const answer = await send(batch, given)
    if (!answer) return
    const { managementToken: token, title, imageCount, uploadDate } = answer
    const cover = await picture
    const upload = { title, imageCount, uploadDate, state: 'awaiting', ...(cover && { cover }) } as const
    setLinkKept(token !== undefined && saveUpload({ token, ...upload }))
    saveAuthor(batch.texts)
    onDevice.forget()
  }
  useResume(onDevice, (attempt) => {
    setConsents(attempt.consents)
    void start(onDevice.draft, attempt.consents)
  })
  const more = () => {
    onDevice.discard()
    setConsents(noConsents)
    edit()
  }
  return { onDevice, consents, setConsents, linkKept, start, more, edit, ...sending }
}

function usePreparations({ photos }: Draft): void {
  useEffect(() => keepThumbnails(photos), [photos])
  useEffect(() => () => keepThumbnails([]), [])
  // The connection may break while sending: what is shown then has to be here before.
  useEffect(() => {
    if (photos.length === 0) return
    preloadSendingPages()
    preloadSender()
  }, [photos.length])
}

export const UploadPage = () => {
  const { t } = useTranslation()
  const { data: settings = documentSettings } = useQuery(uploadSettings)
  const { onDevice, consents, setConsents, linkKept, start, more, edit, cancel, sending, refused } = useUpload()
  const { draft } = onDevice
  usePreparations(draft)
  useStayAwake(['uploading', 'processing', 'waiting'].includes(sending.phase))
  useDocumentTitle(`${t('upload.pageTitle')} · ${siteName}`)

  return (
    <PageFrame>
      <Announcer />
      {isShared && sending.phase === 'editing' && (
        <Suspense>
          <SharedNote />
        </Suspense>
      )}
      {sending.phase === 'editing' ? (
        <UploadForm
          onDevice={onDevice}
          settings={settings}
          consents={consents}
          returned={sending.returned ?? false}
          cancelled={sending.cancelled ?? false}
          refused={refused}
          onConsents={setConsents}
          onSend={() => start(draft)}
        />
      ) : (
        <Suspense>
          <SendingPages
            sending={sending}
            onDevice={onDevice}
            retentionDays={settings.retentionDays}
            linkKept={linkKept}
            refused={refused}
            onSend={(batch) => void start(batch)}
            onCancel={cancel}
            onEdit={edit}
            onMore={more}
          />
        </Suspense>
      )}
    </PageFrame>
  )
}
