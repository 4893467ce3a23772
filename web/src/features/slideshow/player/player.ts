import { createStore } from '@tanstack/react-store'
import type { Options } from '#web/features/slideshow/options.ts'
import { FreshGroups } from './fresh-groups.ts'
import { NextScene } from './next-scene.ts'
import type { PhotoCache } from './photo-cache.ts'
import { jumpGroups, resumeIn, type Step } from './playlist.ts'
import { dropScene, filesOf, type Scene } from './scene.ts'

export interface PlayerState {
  readonly scene: Scene | undefined
  /** From 0, in the loop. */
  readonly index: number
  readonly steps: readonly Step[]
  readonly paused: boolean
}

export interface PlayerInput {
  readonly cache: PhotoCache
  readonly options: Pick<Options, 'seconds' | 'fit'>
  /** A photo could not be reached. */
  readonly onUnreachable: () => void
}

type Direction = 1 | -1

/** How long the old scene stays below the new one that fades in. */
export const fadeMs = 1_200
/** When nothing can be shown, the scene stays for this long before the next attempt. */
const retryMs = 3_000

export const idle: PlayerState = { scene: undefined, index: -1, steps: [], paused: false }

/** Plays the steps in an endless loop. At most three scenes are in memory: the visible one, the one it covers, the next. */
export class Player {
  readonly store = createStore(idle)
  readonly #input: PlayerInput
  readonly #next = new NextScene()
  #online = true
  #timer = 0
  /** Counts the moves: a scene that an earlier one waited for comes too late. */
  #moves = 0
  /** The move that waits for its scene. */
  #pending: { readonly index: number; readonly by: Direction } | undefined
  readonly #fresh = new FreshGroups()
  #fadesUntil = 0

  constructor(input: PlayerInput) {
    this.#input = input
  }

  get #stayMs(): number {
    return this.#input.options.seconds * 1000
  }

  /** Sets what there is to show. The slideshow stays at its step, or leaves a withdrawn one immediately. */
  show(steps: readonly Step[], online: boolean): void {
    const before = this.store.state
    this.#online = online
    if (steps === before.steps) return
    if (steps.length === 0 || before.steps.length === 0) this.#restart(steps)
    else this.#continueWith(steps)
  }

  move(by: Direction): void {
    if (this.store.state.steps.length > 0) void this.#goTo(this.#wrap(this.#position() + by), by)
  }

  moveGroup(by: Direction): void {
    const { steps } = this.store.state
    if (steps.length > 0) void this.#goTo(jumpGroups(steps, this.#position(), by), by)
  }

  pause(paused: boolean): void {
    this.#set({ paused })
    if (this.store.state.scene) this.#stay()
  }

  stop(): void {
    this.#moves++
    clearTimeout(this.#timer)
    this.#next.discard()
  }

  #set(change: Partial<PlayerState>): void {
    this.store.setState((state) => ({ ...state, ...change }))
  }

  #wrap(index: number): number {
    const { length } = this.store.state.steps
    return (index + length) % length
  }

  /** Keys pressed quickly count from where the ones before lead. */
  #position(): number {
    return this.#pending?.index ?? this.store.state.index
  }

  #after(ms: number, action: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(action, ms)
  }

  #restart(steps: readonly Step[]): void {
    this.stop()
    this.#pending = undefined
    this.#leaveScene(steps, -1)
    if (steps.length > 0) void this.#goTo(0, 1)
  }

  #continueWith(steps: readonly Step[]): void {
    const { steps: before, scene, index: last } = this.store.state
    this.#fresh.note(before, steps)
    const pending = this.#pending
    const { index, stays } = resumeIn(before, scene ? last : Math.max(0, this.#position()), steps)
    const step = steps[index]
    this.#next.discardUnless(steps)
    if (stays && step && scene) {
      this.#set({ steps, index, scene: { ...scene, step } })
      if (pending) void this.#goTo(resumeIn(before, pending.index, steps).index, pending.by)
      else if (this.#hurries()) this.#stay(Math.max(0, this.#fadesUntil - performance.now()))
      return
    }
    // Withdrawn: nothing is shown until the next one is ready.
    this.#leaveScene(steps, index)
    void this.#goTo(index, 1)
  }

  #leaveScene(steps: readonly Step[], index: number): void {
    const { scene } = this.store.state
    if (scene) dropScene(scene)
    this.#set({ steps, index, scene: undefined })
  }

  /** Shows the first step from `index` on that can be shown, in the direction of the move. */
  async #goTo(index: number, by: Direction): Promise<void> {
    const move = ++this.#moves
    clearTimeout(this.#timer)
    this.#pending = { index, by }
    const { steps } = this.store.state
    for (let tried = 0; tried < steps.length; tried++) {
      const place = this.#wrap(index + by * tried)
      const step = steps[place]
      if (!step || !this.#canShow(step)) continue
      const scene = await this.#load(step)
      if (move !== this.#moves) return
      this.#next.release()
      if (typeof scene !== 'string') return this.#appear(scene, place)
      if (scene === 'unreachable') this.#goOffline()
    }
    this.#after(retryMs, () => this.#goTo(index, by))
  }

  #goOffline(): void {
    this.#online = false
    this.#input.onUnreachable()
  }

  #load(step: Step) {
    const { cache, options } = this.#input
    return this.#next.load(step, {
      cache,
      online: this.#online,
      fit: options.fit,
      upcoming: () => this.#upcomingFiles(),
    })
  }

  #appear(scene: Scene, index: number): void {
    this.#pending = undefined
    const { scene: before, steps } = this.store.state
    // It is invisible once the new one covers it.
    if (before) setTimeout(() => before !== this.store.state.scene && dropScene(before), fadeMs * 2)
    const step = steps[index]
    const fresh = step !== undefined && this.#fresh.isShowing(step)
    this.#set({ scene: step ? { ...scene, step, fresh } : scene, index })
    this.#stay()
  }

  /** A group that joins does not wait for its turn, unless one before it is on display. */
  #hurries(): boolean {
    const { paused, scene } = this.store.state
    return !paused && scene?.fresh !== true && this.#fresh.isWaiting
  }

  /** Leaves the scene on display and makes the next one meanwhile, but not during the fade, which needs the machine. */
  #stay(head = Math.min(fadeMs, this.#stayMs / 4)): void {
    const stay = this.#stayMs
    this.#fadesUntil = performance.now() + head
    this.#after(head, () => {
      if (this.#hurries()) return void this.#goTo(this.#comesNext(), 1)
      const next = this.#nextStep()
      if (next) void this.#load(next)
      const { paused } = this.store.state
      if (!paused) this.#after(stay - head, () => this.#goTo(this.#comesNext(), 1))
    })
  }

  /** A fresh photo once, before the others go on where they were. */
  #comesNext(): number {
    const { steps, index } = this.store.state
    return this.#fresh.next(steps, index) ?? this.#wrap(index + 1)
  }

  /** Without a connection only photos that the device has, and title cards of groups with such photos. */
  #canShow({ photos, group }: Step): boolean {
    if (this.#online) return true
    return (photos.length > 0 ? photos : group.photos).some((each) => filesOf(each).some(this.#input.cache.has))
  }

  #nextStep(): Step | undefined {
    const { steps, index } = this.store.state
    const next = this.#comesNext() - index
    for (let i = 0; i < steps.length - 1; i++) {
      const step = steps[this.#wrap(index + next + i)]
      if (step && this.#canShow(step)) return step
    }
    return undefined
  }

  *#upcomingFiles(): Generator<string> {
    const { steps, index } = this.store.state
    for (let i = 0; i < steps.length; i++) {
      for (const photo of steps[this.#wrap(index + i)]?.photos ?? []) yield* filesOf(photo)
    }
  }
}
