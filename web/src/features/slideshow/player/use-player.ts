import { useMediaQuery } from '@mantine/hooks'
import { createStore, useSelector } from '@tanstack/react-store'
import { useEffect, useMemo, useState } from 'react'
import { useFeed } from '#web/features/slideshow/feed/use-feed.ts'
import type { Options } from '#web/features/slideshow/options.ts'
import { openPhotoCache, type PhotoCache } from './photo-cache.ts'
import { idle, Player } from './player.ts'
import { type Pairs, stepsOf } from './playlist.ts'
import { filesOf } from './scene.ts'

/** Two portraits fit beside each other, or two landscapes above each other. */
const wide = '(min-aspect-ratio: 4/3)'
const upright = '(max-aspect-ratio: 3/4)'
const seed = Math.trunc(Math.random() * 2 ** 31)
const idleStore = createStore(idle)

export type Playing = ReturnType<typeof usePlayer>

const usePairs = (): Pairs => {
  const isWide = useMediaQuery(wide, undefined, { getInitialValueInEffect: false })
  const isUpright = useMediaQuery(upright, undefined, { getInitialValueInEffect: false })
  if (isWide) return 'portraits'
  return isUpright ? 'landscapes' : undefined
}

const useSteps = (feed: ReturnType<typeof useFeed>['feed'], options: Options) => {
  const fitting = usePairs()
  const { layout } = options
  const pairs = options.pairs && layout !== 'wall' ? fitting : undefined
  const cards = options.cards && layout === 'single'
  return useMemo(
    () => (feed ? stepsOf(feed.groups, { ...options, cards, pairs }, seed) : []),
    [feed, options, cards, pairs],
  )
}

/** Feed, photo cache and player together; nothing is played before `running`. */
export const usePlayer = (options: Options, running: boolean) => {
  const { feed, online, answeredAt, refresh } = useFeed(options.exhibition)
  const [cache, setCache] = useState<PhotoCache>()
  const [player, setPlayer] = useState<Player>()
  const steps = useSteps(feed, options)

  useEffect(() => {
    void openPhotoCache().then(setCache)
  }, [])
  // Withdrawn photos leave the device, too, even those that this screen would not have shown.
  useEffect(() => {
    if (!feed || !cache) return
    void cache.retain(new Set(feed.groups.flatMap(({ photos }) => photos.flatMap(filesOf))))
  }, [feed, cache])
  useEffect(() => {
    if (!running || !cache) return
    const created = new Player({ cache, options, onUnreachable: refresh })
    setPlayer(created)
    return () => created.stop()
  }, [running, cache, options, refresh])
  // Each answer, even an unchanged one, says that photos can be reached.
  // biome-ignore lint/correctness/useExhaustiveDependencies: answeredAt represents the answer
  useEffect(() => player?.show(steps, online), [player, steps, online, answeredAt])

  const state = useSelector(player?.store ?? idleStore)
  return {
    ...state,
    photoCount: steps.reduce((sum, { photos }) => sum + photos.length, 0),
    groupCount: steps.filter(({ opens }) => opens).length,
    player,
    cache,
    online,
    answeredAt,
    /** Nothing is known yet. */
    loading: feed === undefined,
    /** The exhibition is unknown, or has ended. */
    isGone: feed?.isGone === true,
  }
}
