import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useFeed } from '#web/features/slideshow/feed/use-feed.ts'
import type { Options } from '#web/features/slideshow/options.ts'
import { type KeptPhotos, openKeptPhotos } from './photo-cache.ts'
import { createPlayer, type Player, type PlayerState } from './player.ts'
import { stepsOf } from './playlist.ts'
import { filesOf } from './scene.ts'

const seed = Math.trunc(Math.random() * 2 ** 31)
const nothing: PlayerState = { scene: undefined, index: -1, steps: [], paused: false }
const never = () => () => {}

export interface Playing extends PlayerState {
  readonly player: Player | undefined
  readonly kept: KeptPhotos | undefined
  readonly online: boolean
  readonly answeredAt: number | undefined
  /** Nothing is known yet. */
  readonly loading: boolean
  readonly groupCount: number
  readonly photoCount: number
}

/** Feed, kept photos and player together; nothing is played before `running`. */
export const usePlayer = (options: Options, running: boolean): Playing => {
  const { feed, online, answeredAt, ask } = useFeed()
  const [kept, setKept] = useState<KeptPhotos>()
  const [player, setPlayer] = useState<Player>()
  const steps = useMemo(() => (feed ? stepsOf(feed.groups, options, seed) : []), [feed, options])

  useEffect(() => {
    void openKeptPhotos().then(setKept)
  }, [])
  // What was withdrawn is gone from the device too, also what this screen would not have shown.
  useEffect(() => {
    if (!feed || !kept) return
    void kept.retain(new Set(feed.groups.flatMap(({ photos }) => photos.flatMap(filesOf))))
  }, [feed, kept])
  useEffect(() => {
    if (!running || !kept) return
    const created = createPlayer({ kept, options, onUnreachable: ask })
    setPlayer(created)
    return created.stop
  }, [running, kept, options, ask])
  // Each answer, also an unchanged one, says that photos can be reached.
  // biome-ignore lint/correctness/useExhaustiveDependencies: answeredAt stands for the answer
  useEffect(() => player?.show(steps, online), [player, steps, online, answeredAt])

  const state = useSyncExternalStore(player?.subscribe ?? never, player?.get ?? (() => nothing))
  return {
    ...state,
    player,
    kept,
    online,
    answeredAt,
    loading: feed === undefined,
    groupCount: steps.filter(({ photo }) => !photo).length,
    photoCount: steps.filter(({ photo }) => photo).length,
  }
}
