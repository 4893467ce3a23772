import { createStore } from '@tanstack/react-store'
import type { Options } from '#web/features/slideshow/options.ts'
import { FreshGroups } from './fresh-groups.ts'
import { NextScenes } from './next-scenes.ts'
import type { PhotoCache } from './photo-cache.ts'
import { jumpGroups, resumeIn, type Step } from './playlist.ts'
import { dropScene, filesOf, type Scene } from './scene.ts'
import { type Hanging, hang, isSame, placesFor, stillIn } from './wall.ts'

export interface PlayerState {
  /** On display; only a wall has more than one. */
  readonly hanging: Hanging
  readonly places: number
  /** The one that came last. */
  readonly scene: Scene | undefined
  /** Those that come next, as far as they are ready. */
  readonly ahead: readonly Scene[]
  /** From 0, in the loop. */
  readonly index: number
  readonly steps: readonly Step[]
  readonly paused: boolean
}

interface PlayerInput {
  readonly cache: PhotoCache
  readonly options: Pick<Options, 'seconds' | 'fit' | 'layout' | 'qr'>
  /** A photo could not be reached. */
  readonly onUnreachable: () => void
}

type Direction = 1 | -1

/** How long the old scene stays below the new one that fades in. */
export const fadeMs = 1_200
/** When nothing can be shown, the scene stays for this long before the next attempt. */
const retryMs = 3_000

/** A wall fills as quickly as one can follow. */
const fillMs = 700
/** How many of the next photos are made ahead; those of `split` are seen. */
const aheadOf = { single: 1, wall: 1, split: 3 } as const

export const idle: PlayerState = {
  hanging: new Map(),
  places: 0,
  scene: undefined,
  ahead: [],
  index: -1,
  steps: [],
  paused: false,
}

const last = (hanging: Hanging): Scene | undefined => [...hanging.values()].at(-1)
/** By their pictures: a scene with new texts is a new object. */
const goneFrom = (after: Hanging, before: Hanging): readonly Scene[] => {
  const kept = new Set([...after.values()].map(({ shown }) => shown))
  return [...before.values()].filter(({ shown }) => !kept.has(shown))
}

/** Plays the steps in an endless loop. In memory are the scenes on display, those that they cover, and the next. */
export class Player {
  readonly store = createStore(idle)
  readonly #input: PlayerInput
  readonly #next = new NextScenes()
  /** Covered, and still seen below while the new one fades in. */
  readonly #covered = new Set<Scene>()
  #online = true
  #timer = 0
  /** Counts the moves: a scene that an earlier one waited for comes too late. */
  #moves = 0
  /** The move that waits for its scene. */
  #pending: { readonly index: number; readonly by: Direction } | undefined
  readonly #fresh = new FreshGroups()
  #fadesUntil = 0
  #isStopped = false

  constructor(input: PlayerInput) {
    this.#input = input
  }

  get #stayMs(): number {
    return this.#hasRoom() ? fillMs : this.#input.options.seconds * 1000
  }

  #hasRoom(): boolean {
    const { hanging, places } = this.store.state
    return hanging.size < places
  }

  #placesFor({ length }: readonly Step[]): number {
    const { layout, qr } = this.#input.options
    return layout === 'wall' ? placesFor(length, qr) : Math.min(1, length)
  }

  /** Sets what there is to show. The slideshow stays at its step, or leaves a withdrawn one immediately. */
  show(steps: readonly Step[], online: boolean): void {
    const before = this.store.state
    this.#online = online
    if (steps === before.steps || this.#isStopped) return
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

  /** For good: another takes its place. */
  stop(): void {
    this.#isStopped = true
    this.#halt()
  }

  #halt(): void {
    this.#moves++
    clearTimeout(this.#timer)
    this.#discardUnless(() => false)
  }

  #discardUnless(isWanted: (step: Step) => boolean): void {
    this.#next.discardUnless(isWanted)
    this.#set({ ahead: this.#next.ready })
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
    this.#halt()
    this.#pending = undefined
    this.#keepOnly(steps, -1)
    if (steps.length > 0) void this.#goTo(0, 1)
  }

  #continueWith(steps: readonly Step[]): void {
    const { steps: before, scene, index: at } = this.store.state
    this.#fresh.note(before, steps)
    const pending = this.#pending
    const { index, stays } = resumeIn(before, scene ? at : Math.max(0, this.#position()), steps)
    this.#keepOnly(steps, index)
    if (stays && last(this.store.state.hanging)?.shown === scene?.shown) {
      if (pending) void this.#goTo(resumeIn(before, pending.index, steps).index, pending.by)
      else if (this.#hurries() || this.#hasRoom()) this.#stay(Math.max(0, this.#fadesUntil - performance.now()))
      else void this.#prepare()
      return
    }
    // Withdrawn: nothing is shown in its place until the next one is ready.
    void this.#goTo(index, 1)
  }

  /** What was withdrawn or redacted leaves the display and the memory immediately, also from below a photo that fades in. */
  #keepOnly(steps: readonly Step[], index: number): void {
    const { hanging: before } = this.store.state
    const places = this.#placesFor(steps)
    const hanging = stillIn(before, steps, places)
    const byKey = new Map(steps.map((step) => [step.key, step]))
    const isThere = (step: Step) => isSame(byKey.get(step.key), step)
    for (const scene of goneFrom(hanging, before)) dropScene(scene)
    for (const scene of this.#covered) if (!isThere(scene.step)) dropScene(scene)
    this.#set({ steps, index, places, hanging, scene: last(hanging) })
    this.#discardUnless(isThere)
  }

  /** Shows the first step from `index` on that can be shown, in the direction of the move. */
  async #goTo(index: number, by: Direction): Promise<void> {
    const move = ++this.#moves
    clearTimeout(this.#timer)
    this.#pending = { index, by }
    const { steps } = this.store.state
    const soon = new Set(
      Array.from({ length: aheadOf[this.#input.options.layout] }, (_, n) => steps[this.#wrap(index + n)]),
    )
    this.#discardUnless((step) => soon.has(step))
    for (let tried = 0; tried < steps.length; tried++) {
      const place = this.#wrap(index + by * tried)
      const step = steps[place]
      if (!step || !this.#canShow(step)) continue
      const scene = await this.#load(step)
      if (move !== this.#moves) return
      this.#next.release(step)
      if (typeof scene !== 'string') return this.#appear(scene, place)
      if (scene === 'unreachable') this.#goOffline()
    }
    this.#pending = undefined
    this.#after(retryMs, () => this.#goTo(index, by))
  }

  #goOffline(): void {
    this.#online = false
    this.#input.onUnreachable()
  }

  #load(step: Step) {
    const { cache, options } = this.#input
    const { places } = this.store.state
    return this.#next.load(step, {
      cache,
      online: this.#online,
      ...(places > 2 ? { fit: 'cover', share: 0.6 } : { fit: options.fit, share: 1 }),
      upcoming: () => this.#upcomingFiles(),
    })
  }

  #appear(scene: Scene, index: number): void {
    this.#pending = undefined
    const { hanging: before, steps, places } = this.store.state
    const step = steps[index] ?? scene.step
    const hanging = hang(before, { ...scene, step, fresh: this.#fresh.isShowing(step) }, places)
    for (const covered of goneFrom(hanging, before)) this.#cover(covered)
    this.#set({ hanging, scene: last(hanging), index, ahead: this.#next.ready })
    this.#stay()
  }

  /** It is invisible once the new one has faded in. */
  #cover(scene: Scene): void {
    this.#covered.add(scene)
    setTimeout(() => {
      this.#covered.delete(scene)
      dropScene(scene)
    }, fadeMs * 2)
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
      void this.#prepare()
      const { paused } = this.store.state
      if (!paused) this.#after(stay - head, () => this.#goTo(this.#comesNext(), 1))
    })
  }

  /** A fresh photo once, before the others go on where they were. */
  #comesNext(): number {
    const { steps, index } = this.store.state
    return this.#fresh.next(steps, index) ?? this.#wrap(index + 1)
  }

  /** On a wall once; without a connection only photos that the device has, and title cards of groups with such photos. */
  #canShow({ key, photos, group }: Step): boolean {
    const { hanging, places } = this.store.state
    if (places > 1 && [...hanging.values()].some(({ step }) => step.key === key)) return false
    if (this.#online) return true
    return (photos.length > 0 ? photos : group.photos).some((each) => filesOf(each).some(this.#input.cache.has))
  }

  /** Makes the next scenes, one after the other. */
  async #prepare(): Promise<void> {
    const move = this.#moves
    const next = this.#nextSteps()
    this.#discardUnless((step) => next.includes(step))
    for (const step of next) {
      await this.#load(step)
      if (move !== this.#moves) return
      this.#set({ ahead: this.#next.ready })
    }
  }

  #nextSteps(): readonly Step[] {
    const { steps, index } = this.store.state
    const next: Step[] = []
    const first = this.#comesNext() - index
    for (let i = 0; i < steps.length - 1 && next.length < aheadOf[this.#input.options.layout]; i++) {
      const step = steps[this.#wrap(index + first + i)]
      if (step && step !== steps[index] && this.#canShow(step)) next.push(step)
    }
    return next
  }

  *#upcomingFiles(): Generator<string> {
    const { steps, index } = this.store.state
    for (let i = 0; i < steps.length; i++) {
      for (const photo of steps[this.#wrap(index + i)]?.photos ?? []) yield* filesOf(photo)
    }
  }
}
