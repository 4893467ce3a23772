import { Progress as Bar, Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '#web/components/announcer.tsx'
import { Panel } from '#web/components/panel.tsx'
import type { Photo } from '#web/components/photos/photo.ts'
import { formatBytes } from '#web/i18n/format.ts'
import { totalBytes } from './draft/draft.ts'
import { PhotoStrip } from './photo-strip.tsx'
import type { Progress } from './send-batch.ts'
import style from './sending-panel.module.css'

interface SendingPanelProps {
  readonly progress: Progress
  readonly photos: readonly Photo[]
  readonly onCancel: () => void
}

/** The form's own overhead is left out: the bytes shown are those of the photos. */
const sentOf = (progress: Progress, bytes: number) => {
  if (progress.phase === 'processing') return { percent: 100, sent: bytes }
  if (progress.phase === 'waiting' || progress.total === 0) return { percent: 0, sent: 0 }
  const share = progress.sent / progress.total
  return { percent: Math.min(99, Math.floor(share * 100)), sent: share * bytes }
}

export const SendingPanel = ({ progress, photos, onCancel }: SendingPanelProps) => {
  const { t } = useTranslation()
  const bytes = totalBytes(photos)
  const { percent, sent } = sentOf(progress, bytes)
  const processing = progress.phase === 'processing'
  const waiting = progress.phase === 'waiting'
  useSpokenProgress(percent, progress.phase)

  return (
    <Panel
      title={
        waiting
          ? t('sending.waiting')
          : processing
            ? t('sending.processing')
            : t('sending.title', { count: photos.length })
      }
    >
      <PhotoStrip photos={photos} done={percent / 100} />
      <div className={style.figures} aria-hidden="true">
        <span className={style.percent}>{percent} %</span>
        <span>{t('sending.bytes', { sent: formatBytes(sent), total: formatBytes(bytes) })}</span>
      </div>
      <Bar
        value={percent}
        size={10}
        classNames={{ root: style.track }}
        radius="xl"
        animated={processing}
        color={waiting ? 'gray' : 'reseda'}
        aria-label={t('sending.progress')}
        transitionDuration={200}
      />
      <div className={style.foot}>
        <p className={style.hint}>
          {waiting ? <Wait progress={progress} /> : t(processing ? 'sending.processingHint' : 'sending.keepOpen')}
        </p>
        <div className={style.actions}>
          {waiting && (
            <Button size="md" onClick={progress.now}>
              {t('sending.now')}
            </Button>
          )}
          {/* Once all is there the group may exist already: a cancel would only lose its link. */}
          {!processing && (
            <Button variant="default" size="md" onClick={onCancel}>
              {t('sending.cancel')}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  )
}

const Wait = ({ progress }: { progress: Extract<Progress, { phase: 'waiting' }> }) => {
  const { t } = useTranslation()
  const { until } = progress
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  if (until === undefined) return t('sending.waitingOnline')
  return t('sending.waitingSeconds', { count: Math.max(1, Math.ceil((until - now) / 1000)) })
}

/** Every quarter is said, not every percent. */
const useSpokenProgress = (percent: number, phase: Progress['phase']): void => {
  const { t } = useTranslation()
  const quarter = Math.floor(percent / 25) * 25
  const said = useRef('')
  useEffect(() => {
    const text =
      phase === 'processing'
        ? t('sending.processing')
        : phase === 'waiting'
          ? t('sending.waiting')
          : t('sending.percent', { percent: quarter })
    if (said.current === text) return
    said.current = text
    announce(text)
  }, [phase, quarter, t])
}
