import type { Options } from '#web/features/slideshow/options.ts'
import type { KeptPhotos } from './photo-cache.ts'
import { follow, groupAway, type Step } from './playlist.ts'
import { dropScene, filesOf, type Missing, makeScene, type Scene } from './scene.ts'

export interface PlayerState {
  readonly scene: Scene | undefined
  /** From 0, in the loop. */
  readonly index: number
  readonly steps: readonly Step[]
  readonly paused: boolean
}

export interface Player {
  readonly get: () => PlayerState
  readonly subscribe: (listener: () => void) => () => void
  /** What there is to show now; the slideshow stays where it is, or leaves what was withdrawn at once. */
  readonly show: (steps: readonly Step[], online: boolean) => void
  readonly move: (by: 1 | -1) => void
  readonly moveGroup: (by: 1 | -1) => void
  readonly pause: (paused: boolean) => void
  readonly stop: () => void
}

export interface PlayerInput {
  readonly kept: KeptPhotos
  readonly options: Pick<Options, 'seconds' | 'fit'>
  /** A photo could not be reached. */
  readonly onUnreachable: () => void
}

/** How long the old scene lies below the new one that is faded in. */
export const fadeMs = 1_200
/** When nothing can be shown at all, the scene stays and this is waited. */
const againMs = 3_000

interface Ahead {
  readonly key: string
  readonly abort: AbortController
  readonly scene: Promise<Scene | Missing>
}

/** Plays the steps in an endless loop. At most three scenes are in memory: the one seen, the one it covers, the next. */
export const createPlayer = ({ kept, options, onUnreachable }: PlayerInput): Player => {
  const listeners = new Set<() => void>()
  let state: PlayerState = { scene: undefined, index: -1, steps: [], paused: false }
  let online = true
  let timer = 0
  let ahead: Ahead | undefined
  /** Counts the moves: what an earlier one has waited for comes too late. */
  let run = 0
  /** The move that waits for its scene. */
  let moving: { readonly index: number; readonly by: 1 | -1 } | undefined

  const change = (next: Partial<PlayerState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const wrap = (index: number) => (index + state.steps.length) % state.steps.length
  /** Keys that are pressed quickly count from where the ones before lead. */
  const at = () => moving?.index ?? state.index
  const later = (ms: number, action: () => void) => {
    clearTimeout(timer)
    timer = window.setTimeout(action, ms)
  }

  /** Without a connection only what the device has; a title card leads to such photos. */
  const canShow = ({ photo, group }: Step): boolean => {
    if (online) return true
    const photos = photo ? [photo] : group.photos
    return photos.some((each) => filesOf(each).some(kept.has))
  }
  const upcoming = function* () {
    for (let i = 0; i < state.steps.length; i++) {
      const photo = state.steps[wrap(state.index + i)]?.photo
      if (photo) yield* filesOf(photo)
    }
  }
  const prepare = (step: Step): Ahead => {
    if (ahead?.key === step.key) return ahead
    forget()
    const abort = new AbortController()
    const scene = makeScene(step, { kept, online, fit: options.fit, upcoming, signal: abort.signal })
    ahead = { key: step.key, abort, scene }
    return ahead
  }
  const forget = () => {
    const unwanted = ahead
    ahead = undefined
    unwanted?.abort.abort()
    unwanted?.scene.then((scene) => typeof scene !== 'string' && dropScene(scene))
  }

  /** The first step from `index` on that can be shown, in the direction of the move. */
  const goTo = async (index: number, by: 1 | -1): Promise<void> => {
    const mine = ++run
    clearTimeout(timer)
    moving = { index, by }
    const { steps } = state
    for (let tried = 0; tried < steps.length; tried++) {
      const place = wrap(index + by * tried)
      const step = steps[place]
      if (!step || !canShow(step)) continue
      const scene = await prepare(step).scene
      if (mine !== run) return
      ahead = undefined
      if (typeof scene !== 'string') return appear(scene, place)
      if (scene === 'unreachable') {
        online = false
        onUnreachable()
      }
    }
    later(againMs, () => goTo(index, by))
  }
  const appear = (scene: Scene, index: number) => {
    moving = undefined
    const before = state.scene
    // Nobody sees it any more when the new one has covered it.
    if (before) setTimeout(() => before !== state.scene && dropScene(before), fadeMs * 2)
    const step = state.steps[index]
    change({ scene: step ? { ...scene, step } : scene, index })
    rest()
  }
  /** Lets the scene be looked at, and makes the next one meanwhile, but not while the fade needs the machine. */
  const rest = () => {
    const stay = options.seconds * 1000
    const head = Math.min(fadeMs, stay / 4)
    later(head, () => {
      const next = nextStep()
      if (next) prepare(next)
      if (!state.paused) later(stay - head, () => goTo(wrap(state.index + 1), 1))
    })
  }
  const nextStep = (): Step | undefined => {
    for (let i = 1; i < state.steps.length; i++) {
      const step = state.steps[wrap(state.index + i)]
      if (step && canShow(step)) return step
    }
    return undefined
  }

  const show = (steps: readonly Step[], nowOnline: boolean) => {
    const before = state
    online = nowOnline
    if (steps === before.steps) return
    if (steps.length === 0 || before.steps.length === 0) {
      run++
      clearTimeout(timer)
      forget()
      moving = undefined
      if (before.scene) dropScene(before.scene)
      change({ steps, index: -1, scene: undefined })
      if (steps.length > 0) void goTo(0, 1)
      return
    }
    const { index, stays } = follow(before.steps, before.scene ? before.index : Math.max(0, at()), steps)
    const step = steps[index]
    if (ahead && !steps.some(({ key }) => key === ahead?.key)) forget()
    if (stays && step && before.scene) {
      const target = moving && { index: follow(before.steps, moving.index, steps).index, by: moving.by }
      change({ steps, index, scene: { ...before.scene, step } })
      if (target) void goTo(target.index, target.by)
      return
    }
    // Withdrawn: it is not shown until the next one is ready.
    if (before.scene) dropScene(before.scene)
    change({ steps, index, scene: undefined })
    void goTo(index, 1)
  }

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    show,
    move: (by) => {
      if (state.steps.length > 0) void goTo(wrap(at() + by), by)
    },
    moveGroup: (by) => {
      if (state.steps.length > 0) void goTo(groupAway(state.steps, at(), by), by)
    },
    pause: (paused) => {
      change({ paused })
      if (state.scene) rest()
    },
    stop: () => {
      run++
      clearTimeout(timer)
      forget()
      listeners.clear()
    },
  }
}
