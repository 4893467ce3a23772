import { useInterval } from '@mantine/hooks'
import { useSelector } from '@tanstack/react-store'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isOpenAt } from '#contract/site/opening-hours.ts'
import { defaults, type Options } from '#web/features/slideshow/options.ts'
import type { Playing } from '#web/features/slideshow/player/use-player.ts'
import { createReporter, type ScreenSettings, savedScreen } from './report.ts'

const reportEveryMs = 5_000
const lookAtClockEveryMs = 10_000

export const useSavedScreen = () => useSelector(savedScreen)

/** As saved: by an earlier version without exhibitions. */
type Settings = Omit<ScreenSettings, 'exhibitions'> & Partial<ScreenSettings>

/** The settings of a paired screen, else the options in the address. */
export const useScreenOptions = (own: Options): Options => {
  const settings = useSavedScreen()?.settings
  const text = settings && JSON.stringify(settings)
  return useMemo(() => {
    if (text === undefined) return own
    const { years, openingHours: _, exhibitions, ...rest }: Settings = JSON.parse(text)
    const exhibition = [exhibitions ?? defaults.exhibition].flat().join()
    return { ...own, ...rest, years: years ?? undefined, exhibition }
  }, [own, text])
}

/** Whether the screen is in its opening hours. */
export const useIsOpen = (): boolean => {
  const hours = useSavedScreen()?.settings?.openingHours ?? null
  const [now, setNow] = useState(() => new Date())
  useInterval(() => setNow(new Date()), lookAtClockEveryMs, { autoInvoke: true })
  return isOpenAt(hours, now)
}

/** Reports what is shown and runs the admins' commands. */
export const useScreen = ({ player, scene }: Pick<Playing, 'player' | 'scene'>): void => {
  const screen = useSavedScreen()
  const secret = screen?.secret
  const isOpen = useIsOpen()
  const current = useRef<{ player: typeof player; imageId: number | null }>({ player, imageId: null })
  current.current = { player, imageId: (isOpen && scene?.shown[0]?.id) || null }
  const paused = screen?.paused === true || !isOpen

  // Only on a change, so that the device's own keys keep working.
  useEffect(() => player?.pause(paused), [player, paused])
  useEffect(() => {
    if (secret === undefined) return
    const reporter = createReporter({
      imageId: () => current.current.imageId,
      skip: () => current.current.player?.move(1),
      reload: () => location.reload(),
    })
    void reporter.beat()
    const timer = setInterval(() => void reporter.beat(), reportEveryMs)
    return () => clearInterval(timer)
  }, [secret])
}
