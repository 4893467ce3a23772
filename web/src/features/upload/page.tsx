import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Announcer } from '#web/components/announcer.tsx'
import { lazyPart } from '#web/components/lazy-part.tsx'
import { PageFrame } from '#web/components/page-frame.tsx'
import { type Consents, noConsents } from './draft.ts'
import { FailedPanel } from './failed-panel.tsx'
import { keepUpload } from './my-uploads.ts'
import { presumedSettings, uploadSettings } from './queries.ts'
import { rememberAuthor } from './remembered-author.ts'
import { SendingPanel } from './sending-panel.tsx'
import { UploadForm } from './upload-form.tsx'
import { useDraft } from './use-draft.ts'
import { useSending } from './use-sending.ts'
import { useStayAwake } from './use-stay-awake.ts'
import { useThumbnails } from './use-thumbnails.ts'

const { Part: DonePanel, preload: preloadDonePanel } = lazyPart(() =>
  import('./done-panel.tsx').then((module) => module.DonePanel),
)

export const UploadPage = () => {
  const { t, i18n } = useTranslation()
  const { data: settings = presumedSettings } = useQuery(uploadSettings)
  const onDevice = useDraft()
  const { draft, discard } = onDevice
  const thumbnails = useThumbnails(draft.photos)
  const [consents, setConsents] = useState<Consents>(noConsents)
  const [linkKept, setLinkKept] = useState(true)
  const { sending, refused, send, cancel, edit } = useSending()
  useStayAwake(['uploading', 'processing', 'waiting'].includes(sending.phase))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the title follows the language.
  useEffect(() => {
    document.title = `${t('upload.pageTitle')} · Werkschau`
  }, [i18n.language])

  const start = async () => {
    preloadDonePanel()
    const answer = await send(draft, consents)
    if (!answer) return
    const { managementToken: token, title, imageCount, uploadDate } = answer
    setLinkKept(keepUpload({ token, title, imageCount, uploadDate }))
    rememberAuthor(draft.texts)
    discard()
    setConsents(noConsents)
  }

  return (
    <PageFrame>
      <Announcer />
      {sending.phase === 'editing' && (
        <UploadForm
          onDevice={onDevice}
          thumbnails={thumbnails}
          settings={settings}
          consents={consents}
          onConsents={setConsents}
          cancelled={sending.cancelled ?? false}
          refused={refused}
          onSend={start}
        />
      )}
      {(sending.phase === 'uploading' || sending.phase === 'processing' || sending.phase === 'waiting') && (
        <SendingPanel progress={sending} photos={draft.photos} thumbnails={thumbnails} onCancel={cancel} />
      )}
      {sending.phase === 'failed' && <FailedPanel error={sending.error} onAgain={start} onEdit={edit} />}
      {sending.phase === 'done' && (
        <Suspense>
          <DonePanel answer={sending.answer} retentionDays={settings.retentionDays} kept={linkKept} onMore={edit} />
        </Suspense>
      )}
    </PageFrame>
  )
}
