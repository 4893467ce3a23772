import { VisuallyHidden } from '@mantine/core'
import { site, siteName } from '#web/api/site.ts'
import { EmptyFrames } from '#web/components/empty-frames.tsx'
import { Controls, Notices } from './controls/controls.tsx'
import { InfoPanel, KeysPanel } from './controls/panels.tsx'
import { Gone, useExhibitionName } from './exhibition.tsx'
import { Layout } from './layouts.tsx'
import type { Options } from './options.ts'
import style from './page.module.css'
import { PairingCode } from './screen/pairing-code.tsx'
import { useIsOpen } from './screen/use-screen.ts'
import { StartScreen } from './start-screen.tsx'
import { t } from './texts/texts.ts'
import { CornerCode, Unreachable, UploadCode } from './upload-code.tsx'
import { useSlideshow } from './use-slideshow.ts'

/** Everything that is on display, for an unattended screen. */
export const SlideshowPage = () => {
  const { options, ignored, running, playing, panel, actions, awake, isIdle, isFullScreen, start } = useSlideshow()
  const { scene, paused, steps, loading } = playing
  const isOpen = useIsOpen()
  const counts = { groups: playing.groupCount, photos: playing.photoCount }
  if (playing.isGone)
    return (
      <main className={style.screen}>
        <VisuallyHidden component="h1">{t('title')}</VisuallyHidden>
        <Gone />
        {!isOpen && <div className={style.closed} data-closed />}
        <PairingCode />
      </main>
    )
  if (!running) return <StartScreen {...counts} exhibition={options.exhibition} onStart={start} />
  const empty = !loading && steps.length === 0
  return (
    <main className={style.screen} data-controls={!isIdle || panel !== undefined || undefined}>
      <VisuallyHidden component="h1">{t('title')}</VisuallyHidden>
      {empty ? <Waiting {...options} /> : <Layout playing={playing} options={options} />}
      {options.qr && !empty && <CornerCode exhibition={options.exhibition} />}
      {!isOpen && <div className={style.closed} data-closed />}
      <PairingCode />
      <Notices online={playing.online} paused={paused && isOpen} loading={!scene && !empty} />
      {panel === 'info' && <InfoPanel playing={playing} options={options} ignored={ignored} awake={awake} />}
      {panel === 'keys' && <KeysPanel />}
      <Controls paused={paused} isFullScreen={isFullScreen} panel={panel} actions={actions} />
    </main>
  )
}

/** Nothing is on display yet: an empty wall and a link to the upload page. */
const Waiting = ({ years, exhibition }: Pick<Options, 'years' | 'exhibition'>) => {
  const name = useExhibitionName(exhibition)
  const span = years && (years.from === years.to ? `${years.from}` : `${years.from}–${years.to}`)
  return (
    <section className={style.waiting}>
      <div className={style.wall}>
        <EmptyFrames empty />
      </div>
      <div className={style.words}>
        {site.named && (
          <p className={style.site}>
            {site.logo && <img src={site.logo} alt="" />}
            {siteName}
          </p>
        )}
        {name && (
          <p className={style.site} dir="auto">
            {name}
          </p>
        )}
        <h2>{span ? t('waitingYears', { years: span }) : t('waiting')}</h2>
        <p>{t('waitingText')}</p>
        <div className={style.unreachable}>
          <Unreachable />
        </div>
      </div>
      <UploadCode className={style.code} exhibition={exhibition} />
    </section>
  )
}
