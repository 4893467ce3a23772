import { useDocumentTitle, useFullscreenDocument, useIdle } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryClient } from '#web/api/query-client.ts'
import { siteName } from '#web/api/site.ts'
import { elementOf, useKeys } from '#web/components/hooks/use-keys.ts'
import { useWakeLock } from '#web/components/hooks/use-wake-lock.ts'
import { readLocal, writeLocal } from '#web/components/local-store.ts'
import { readOptions } from './options.ts'
import { usePlayer } from './player/use-player.ts'
import { pairing, savedScreen } from './screen/report.ts'
import { useSavedScreen, useScreen, useScreenOptions } from './screen/use-screen.ts'
import { t } from './texts/texts.ts'

export type Slideshow = ReturnType<typeof useSlideshow>
type Panel = 'info' | 'keys'

/** How long the cursor and the controls stay visible. */
const idleMs = 3_000

/** Reloading would end full screen, and there may be no person to press the button. */
const reloadForUpdate = () => {
  if (document.fullscreenElement === null) location.reload()
}

/** The options of the address, what is playing, and what buttons and keys do. */
export const useSlideshow = () => {
  const [{ options: own, ignored }] = useState(() => readOptions(location.search))
  const options = useScreenOptions(own)
  const [running, setRunning] = useState(options.autostart || wasRunning())
  const playing = usePlayer(options, running)
  useScreen(playing)
  const { fullscreen: isFullScreen, toggle } = useFullscreenDocument()
  const awake = useWakeLock(running)
  const isIdle = useIdle(idleMs, { events: ['pointermove', 'pointerdown'] })
  useEffect(() => watchForNewBuild(reloadForUpdate), [])
  useDocumentTitle(`${t('pageTitle')} · ${siteName}`)
  // Needs a gesture; where the browser refuses, the slideshow runs in its window.
  const fullScreen = () => void toggle().catch(() => {})
  const { panel, actions } = useActions(playing, { running, fullScreen })
  const start = () => {
    setRunning(true)
    writeLocal(key, true, 'sessionStorage')
    if (!isFullScreen) fullScreen()
  }
  return { options, ignored, running, playing, panel, actions, awake, isIdle, isFullScreen, start }
}

/** Shows or hides a pairing code, or stops asking for one; a screen with a name keeps it until an admin removes it. */
export const usePairing = () => {
  const screen = useSavedScreen()
  const { mutate } = useMutation(pairing)
  const cache = queryClient.getMutationCache()
  return () => {
    const asking = cache.find<void, Error, AbortController>({ mutationKey: pairing.mutationKey, status: 'pending' })
    if (asking) {
      asking.state.variables?.abort()
      cache.remove(asking)
    } else if (screen === null) mutate(new AbortController())
    else if (screen.code !== undefined) savedScreen.set(null)
  }
}

interface Screen {
  readonly running: boolean
  readonly fullScreen: () => void
}

/** A focused button keeps the keys that press it. */
const leavesButtons = (event: KeyboardEvent, name: string): boolean =>
  !([' ', 'enter'].includes(name) && elementOf(event).closest('button, a'))

const useActions = ({ player, paused }: ReturnType<typeof usePlayer>, { running, fullScreen }: Screen) => {
  const [panel, setPanel] = useState<Panel>()
  const togglePanel = (which: Panel) => setPanel(panel === which ? undefined : which)
  const actions = {
    back: () => player?.move(-1),
    next: () => player?.move(1),
    pause: () => player?.pause(!paused),
    fullScreen,
    info: () => togglePanel('info'),
    keys: () => togglePanel('keys'),
  }
  useKeys(
    {
      ' ': actions.pause,
      arrowleft: actions.back,
      arrowright: actions.next,
      arrowup: () => player?.moveGroup(-1),
      arrowdown: () => player?.moveGroup(1),
      f: actions.fullScreen,
      i: actions.info,
      '?': actions.keys,
      p: usePairing(),
      ...(panel && { escape: () => setPanel(undefined) }),
    },
    { active: running, handles: leavesButtons },
  )
  return { panel, actions }
}

// Remembered in this tab, so that a reload continues without a click. start.js reads the key, too.
const key = 'werkschau-slideshow-runs'

const wasRunning = (): boolean => readLocal(key, false, 'sessionStorage')

const everyMs = 3_600_000

/**
 * Stores this page for a start without a connection, and checks for a new build now and then: a screen is opened once and
 * runs for months. `onNew` is called when the files of a new build are available.
 */
const watchForNewBuild = (onNew: () => void): (() => void) => {
  if (!('serviceWorker' in navigator)) return () => {}
  const { serviceWorker } = navigator
  const timer = setInterval(
    () =>
      void serviceWorker
        .getRegistration()
        .then((found) => found?.update())
        .catch(() => {}),
    everyMs,
  )
  void serviceWorker.ready.then(({ active }) => active?.postMessage('keep-slideshow'))
  void navigator.storage?.persist?.().catch(() => {})
  serviceWorker.addEventListener('controllerchange', onNew)
  return () => {
    clearInterval(timer)
    serviceWorker.removeEventListener('controllerchange', onNew)
  }
}
