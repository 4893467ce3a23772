import { Progress as Bar, Button } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { announce } from '#web/components/announcer.tsx'
import { Panel } from '#web/components/panel.tsx'
import type { Photo } from '#web/components/photos/photo.ts'
import { clockTime, formatBytes, formatPercent } from '#web/i18n/format.ts'
import { t } from '#web/i18n/i18n.ts'
import { totalBytes } from './draft/draft.ts'
import { PhotoStrip } from './photo-strip.tsx'
import type { Progress } from './send/progress.ts'
import style from './sending-panel.module.css'

interface SendingPanelProps {
  readonly progress: Progress
  readonly photos: readonly Photo[]
  readonly onCancel: () => void
}

const sentOf = (progress: Progress, bytes: number) => {
  if (progress.phase === 'processing') return { percent: 100, sent: bytes, shares: undefined, arrived: undefined }
  const { sent, total, shares } = progress
  const percent = total === 0 ? 0 : Math.min(99, Math.floor((sent / total) * 100))
  return { percent, sent, shares, arrived: shares.filter((share) => share === 1).length }
}

const titleOf = (progress: Progress) => {
  if (progress.phase === 'waiting') return progress.limited ? 'sending.limitedTitle' : 'sending.waiting'
  return progress.phase === 'processing' ? 'sending.processing' : 'sending.title'
}

export const SendingPanel = ({ progress, photos, onCancel }: SendingPanelProps) => {
  const bytes = totalBytes(photos)
  const { percent, sent, shares, arrived } = sentOf(progress, bytes)
  const processing = progress.phase === 'processing'
  const waiting = progress.phase === 'waiting'
  useSpokenProgress(percent, progress)

  return (
    <Panel title={t(titleOf(progress), { count: photos.length })}>
      <PhotoStrip photos={photos} {...(shares && { shares })} />
      <div className={`row soft ${style.figures}`} aria-hidden="true">
        <span className={style.percent}>{formatPercent(percent)}</span>
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
      <div className={`stack ${style.foot}`}>
        <p className="soft">
          {waiting ? <Wait progress={progress} /> : t(processing ? 'sending.processingHint' : 'sending.keepOpen')}{' '}
          {arrived !== undefined &&
            arrived > 0 &&
            photos.length > 1 &&
            t('sending.left', { count: arrived, total: photos.length })}
        </p>
        <Actions progress={progress} onCancel={onCancel} />
      </div>
    </Panel>
  )
}

const Actions = ({ progress, onCancel }: Omit<SendingPanelProps, 'photos'>) => (
  <div className="actions">
    {progress.phase === 'waiting' && !progress.limited && (
      <Button size="md" onClick={progress.now}>
        {t('sending.now')}
      </Button>
    )}
    {/* The group may exist already: a cancel would only lose its link. */}
    {progress.phase !== 'processing' && !(progress.phase === 'waiting' && progress.mayBeDone) && (
      <Button variant="default" size="md" onClick={onCancel}>
        {t('sending.cancel')}
      </Button>
    )}
  </div>
)

const Wait = ({ progress }: { progress: Extract<Progress, { phase: 'waiting' }> }) => {
  const { until, limited } = progress
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), 250, { autoInvoke: true })
  if (until === undefined) return t('sending.waitingOnline')
  if (limited) return t('sending.goesOn', { time: clockTime((until - now) / 1000) })
  return t('sending.waitingSeconds', { count: Math.max(1, Math.ceil((until - now) / 1000)) })
}

/** Announces every quarter, not every percent. */
const useSpokenProgress = (percent: number, progress: Progress): void => {
  const quarter = Math.floor(percent / 25) * 25
  const title = titleOf(progress)
  const text = title === 'sending.title' ? t('sending.percent', { percent: formatPercent(quarter) }) : t(title)
  useEffect(() => announce(text), [text])
}
