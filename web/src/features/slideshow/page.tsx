import { VisuallyHidden } from '@mantine/core'
import { Controls, Notices } from './controls/controls.tsx'
import { InfoPanel, KeysPanel } from './controls/panels.tsx'
import style from './page.module.css'
import { PairingCode } from './screen/pairing-code.tsx'
import { useIsOpen, useSavedScreen } from './screen/use-screen.ts'
import { Stage } from './stage.tsx'
import { StartScreen } from './start-screen.tsx'
import { useTexts } from './texts/texts.ts'
import { CornerCode } from './upload-code.tsx'
import { useSlideshow } from './use-slideshow.ts'
import { Waiting } from './waiting.tsx'

/** Everything that is on display, for an unattended screen. */
export const SlideshowPage = () => {
  const { t } = useTexts()
  const { options, ignored, running, playing, panel, actions, awake, isIdle, isFullScreen, start } = useSlideshow()
  const { scene, paused, steps, loading } = playing
  const code = useSavedScreen()?.code
  const isOpen = useIsOpen()
  if (!running) return <StartScreen groups={playing.groupCount} photos={playing.photoCount} onStart={start} />
  const empty = !loading && steps.length === 0
  return (
    <main className={style.screen} data-controls={!isIdle || panel !== undefined || undefined}>
      <VisuallyHidden component="h1">{t('title')}</VisuallyHidden>
      {empty ? <Waiting years={options.years} /> : <Stage scene={scene} options={options} fresh={playing.fresh} />}
      {options.qr && !empty && <CornerCode />}
      {!isOpen && <div className={style.closed} data-closed />}
      {code !== undefined && <PairingCode code={code} />}
      <Notices online={playing.online} paused={paused && isOpen} loading={!scene && !empty} />
      {panel === 'info' && <InfoPanel playing={playing} options={options} ignored={ignored} awake={awake} />}
      {panel === 'keys' && <KeysPanel />}
      <Controls paused={paused} isFullScreen={isFullScreen} panel={panel} actions={actions} />
    </main>
  )
}
