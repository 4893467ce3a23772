import { ActionIcon, Button, Progress, Skeleton } from '@mantine/core'
import { IconPhotoOff, IconUpload, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { announce } from '#web/components/announcer.tsx'
import { useLimited } from '#web/components/hooks/use-limited.ts'
import { useStayAwake } from '#web/components/hooks/use-wake-lock.ts'
import type { Photo } from '#web/components/photos/photo.ts'
import { useThumbnail } from '#web/components/photos/thumbnails.ts'
import { ActionError } from '#web/features/management/action-error.tsx'
import { t } from '#web/features/management/texts/texts.ts'
import { formatPercent } from '#web/i18n/format.ts'
import style from './new-photos.module.css'
import { useAddition } from './use-add-photos.ts'
import type { ChosenPhotos } from './use-chosen-photos.ts'

/** They are below the photos of the group: scrolls them into view when some are added. */
const useScrolledIntoView = (count: number) => {
  const tray = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: their number is what has changed
  useEffect(() => {
    tray.current?.scrollIntoView({ block: 'nearest' })
  }, [count])
  return tray
}

/** Photos that were chosen but are not in the group yet. */
export const NewPhotos = ({ token, chosen }: { readonly token: string; readonly chosen: ChosenPhotos }) => {
  const { photos, leaveOut, clear, sent } = chosen
  const { percent, error, unclear, start, cancel } = useAddition(token)
  const sending = percent !== undefined
  const limited = useLimited(error)
  useStayAwake(sending)
  const tray = useScrolledIntoView(photos.length)
  const send = async () => {
    const added = await start(photos)
    if (!added) return
    announce(t('photos.added', { count: added.length }))
    sent(added)
  }
  return (
    <section ref={tray} aria-labelledby="new-photos-title" className={`stack ${style.tray}`}>
      <div>
        <h3 id="new-photos-title">{t('photos.chosen', { count: photos.length })}</h3>
        <p className="soft">{t('photos.captionsLater')}</p>
      </div>
      <ul className={style.prints}>
        {photos.map((photo) => (
          <Print key={photo.id} photo={photo} locked={sending || unclear?.includes(photo)} onLeaveOut={leaveOut} />
        ))}
      </ul>
      {error != null && <ActionError error={error}>{unclear && <p>{t('photos.unclear')}</p>}</ActionError>}
      {sending ? (
        <SendingProgress percent={percent} onCancel={cancel} />
      ) : (
        <div className="actions">
          <Button size="md" leftSection={<IconUpload size={20} />} disabled={limited} onClick={send}>
            {error == null ? t('photos.send', { count: photos.length }) : t('photos.again')}
          </Button>
          <Button size="md" variant="default" onClick={clear}>
            {t('save.discard')}
          </Button>
        </div>
      )}
    </section>
  )
}

const SendingProgress = ({ percent, onCancel }: { readonly percent: number; readonly onCancel: () => void }) => (
  <div className={style.sending}>
    <p>{percent === 100 ? t('sending.processing') : t('photos.sending', { percent: formatPercent(percent) })}</p>
    <Progress value={percent} size={10} radius="xl" animated={percent === 100} aria-label={t('photos.add')} />
    {percent < 100 && (
      <Button variant="default" onClick={onCancel}>
        {t('sending.cancel')}
      </Button>
    )}
  </div>
)

interface PrintProps {
  readonly photo: Photo
  readonly locked: boolean | undefined
  readonly onLeaveOut: (id: string) => void
}

const Print = ({ photo, locked, onLeaveOut }: PrintProps) => {
  const thumbnail = useThumbnail(photo.id)
  return (
    <li className={`centred print soft ${style.print}`}>
      {thumbnail === undefined && <Skeleton className={style.picture} radius={2} />}
      {thumbnail === 'failed' && <IconPhotoOff stroke={1.5} />}
      {thumbnail && thumbnail !== 'failed' && <img className={style.picture} src={thumbnail} alt={photo.file.name} />}
      {!locked && (
        <ActionIcon
          className={style.remove}
          variant="transparent"
          aria-label={t('photos.leaveOut', { file: photo.file.name })}
          onClick={() => onLeaveOut(photo.id)}
        >
          <IconX size={18} stroke={2.25} />
        </ActionIcon>
      )}
    </li>
  )
}
