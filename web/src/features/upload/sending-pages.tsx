import { Anchor, Button } from '@mantine/core'
import { withBasePath } from '#web/api/base-path.ts'
import { useLimited } from '#web/components/hooks/use-limited.ts'
import { lazyPart } from '#web/components/lazy-part.tsx'
import { ManagementLink } from '#web/components/management-link.tsx'
import { Note } from '#web/components/note.tsx'
import { Panel } from '#web/components/panel.tsx'
import type { Photo } from '#web/components/photos/photo.ts'
import { isShared } from '#web/components/shared-device.ts'
import { errorSentence } from '#web/i18n/error-sentence.ts'
import { t } from '#web/i18n/i18n.ts'
import style from './done-panel.module.css'
import { HungPhotos } from './hung-photos.tsx'
import { SendingPanel } from './sending-panel.tsx'
import { type Received, ThankYou } from './thank-you.tsx'
import type { Sending } from './use-sending.ts'
import type { Upload } from './use-upload.ts'

const { Part: SharedDonePanel, preload: preloadSharedDonePanel } = lazyPart(
  async () => (await import('./shared-done-panel.tsx')).SharedDonePanel,
)
// The connection may break while sending.
if (isShared) preloadSharedDonePanel()

interface SendingPagesProps {
  readonly upload: Upload
  readonly sending: Exclude<Sending, { phase: 'editing' }>
  readonly retentionDays: number
}

/** Replaces the form from the moment the photos are sent. */
export const SendingPages = ({ upload, sending, retentionDays }: SendingPagesProps) => {
  const { photos } = upload.onDevice.draft
  if (sending.phase === 'failed') return <FailedPanel upload={upload} error={sending.error} />
  if (sending.phase !== 'done') return <SendingPanel progress={sending} photos={photos} onCancel={upload.cancel} />
  const done = { answer: sending.answer, name: upload.onDevice.draft.texts.name.trim(), retentionDays }
  if (isShared) return <SharedDonePanel {...done} />
  return <DonePanel {...done} photos={photos} kept={upload.linkKept} onMore={upload.more} />
}

const FailedPanel = ({ upload, error }: { readonly upload: Upload; readonly error: unknown }) => {
  const limited = useLimited(error)
  const { refused, start, edit } = upload
  const { draft, change } = upload.onDevice
  const accepted = draft.photos.filter((photo) => photo.id !== refused)
  const oneRefused = accepted.length > 0 && accepted.length === draft.photos.length - 1
  const sendOthers = () => {
    for (const photo of draft.photos) if (!accepted.includes(photo)) change({ type: 'remove', id: photo.id })
    void start({ ...draft, photos: accepted })
  }
  return (
    <Panel title={t(limited ? 'sending.limitedTitle' : 'sending.failed')}>
      <Note kind={limited ? 'warning' : 'danger'}>{errorSentence(error)}</Note>
      <p>{t('sending.kept')}</p>
      <div className="actions">
        {oneRefused ? (
          <Button size="md" onClick={sendOthers}>
            {t('sending.withoutRefused')}
          </Button>
        ) : (
          <Button size="md" disabled={limited} onClick={() => start(draft)}>
            {t('sending.again')}
          </Button>
        )}
        <Button size="md" variant="default" onClick={edit}>
          {t('sending.edit')}
        </Button>
      </div>
    </Panel>
  )
}

interface DonePanelProps extends Received {
  readonly photos: readonly Photo[]
  /** The link is in the device's list. */
  readonly kept: boolean
  readonly onMore: () => void
}

const DonePanel = ({ photos, kept, onMore, ...received }: DonePanelProps) => {
  const { managementUrl, managementToken } = received.answer
  return (
    <ThankYou {...received} photos={<HungPhotos photos={photos} />}>
      {managementUrl !== undefined && (
        <section aria-labelledby="link-title" className={`stack ${style.section}`}>
          <h2 id="link-title">{t('done.linkTitle')}</h2>
          <ManagementLink url={managementUrl}>
            <p>{t('done.linkText')}</p>
            <p className="soft">
              {t('done.linkWarning')}{' '}
              <span className="screen-only">{t(kept ? 'done.keptHere' : 'done.notKeptHere')}</span>
            </p>
          </ManagementLink>
        </section>
      )}
      <div className={`row screen-only ${style.actions}`}>
        {managementToken !== undefined && (
          <Anchor href={withBasePath(`/manage/${managementToken}`)} className="finger-link" fw={700}>
            {t('done.open')}
          </Anchor>
        )}
        <Button variant="default" size="md" onClick={onMore}>
          {t('done.more')}
        </Button>
      </div>
    </ThankYou>
  )
}
