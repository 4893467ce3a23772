import { VisuallyHidden } from '@mantine/core'
import { useDocumentTitle, useFullscreenDocument, useIdle } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useWakeLock } from '#web/components/use-wake-lock.ts'
import { Controls } from './controls/controls.tsx'
import { InfoPanel } from './controls/info-panel.tsx'
import { KeysPanel } from './controls/keys-panel.tsx'
import { Notices } from './controls/notices.tsx'
import { readOptions } from './options.ts'
import style from './page.module.css'
import { usePlayer } from './player/use-player.ts'
import { saveRunning, wasRunning } from './running.ts'
import { Stage } from './stage.tsx'
import { StartScreen } from './start-screen.tsx'
import { stayCurrent } from './stay-current.ts'
import { useTexts } from './texts/texts.ts'
import { CornerCode } from './upload-code.tsx'
import { useKeys } from './use-keys.ts'
import { Waiting } from './waiting.tsx'

type Panel = 'info' | 'keys'

/** How long the cursor and the controls stay visible. */
const idleMs = 3_000

/** Reloading would end full screen, and nobody is there to press the button. */
const reloadForUpdate = () => {
  if (document.fullscreenElement === null) location.reload()
}

/** Everything that is on display, for an unattended screen. */
export const SlideshowPage = () => {
  const { t } = useTexts()
  const [{ options, ignored }] = useState(() => readOptions(location.search))
  const [running, setRunning] = useState(options.autostart || wasRunning())
  const [panel, setPanel] = useState<Panel>()
  const playing = usePlayer(options, running)
  const { player, scene, paused, steps, loading } = playing
  const { fullscreen: isFullScreen, toggle } = useFullscreenDocument()
  const awake = useWakeLock(running)
  const isIdle = useIdle(idleMs, { events: ['pointermove', 'pointerdown'] })
  useEffect(() => stayCurrent(reloadForUpdate), [])
  useDocumentTitle(`${t('pageTitle')} · Werkschau`)

  // Needs a gesture; where the browser refuses, the slideshow runs in its window.
  const toggleFullScreen = () => void toggle().catch(() => {})
  const start = () => {
    setRunning(true)
    saveRunning()
    if (!isFullScreen) toggleFullScreen()
  }
  const togglePanel = (which: Panel) => setPanel(panel === which ? undefined : which)
  const actions = {
    back: () => player?.move(-1),
    next: () => player?.move(1),
    groupBack: () => player?.moveGroup(-1),
    nextGroup: () => player?.moveGroup(1),
    pause: () => player?.pause(!paused),
    fullScreen: toggleFullScreen,
    info: () => togglePanel('info'),
    keys: () => togglePanel('keys'),
    close: () => setPanel(undefined),
  }
  useKeys(
    {
      ' ': actions.pause,
      ArrowLeft: actions.back,
      ArrowRight: actions.next,
      ArrowUp: actions.groupBack,
      ArrowDown: actions.nextGroup,
      f: actions.fullScreen,
      i: actions.info,
      '?': actions.keys,
      ...(panel && { Escape: actions.close }),
    },
    running,
  )

  if (!running) return <StartScreen groups={playing.groupCount} photos={playing.photoCount} onStart={start} />
  const empty = !loading && steps.length === 0
  return (
    <main className={style.screen} data-controls={!isIdle || panel !== undefined || undefined}>
      <VisuallyHidden component="h1">{t('title')}</VisuallyHidden>
      {empty ? <Waiting years={options.years} /> : <Stage scene={scene} options={options} />}
      {options.qr && !empty && <CornerCode />}
      <Notices online={playing.online} paused={paused} loading={!scene && !empty} />
      {panel === 'info' && <InfoPanel playing={playing} options={options} ignored={ignored} awake={awake} />}
      {panel === 'keys' && <KeysPanel />}
      <Controls paused={paused} isFullScreen={isFullScreen} panel={panel} {...actions} />
    </main>
  )
}
