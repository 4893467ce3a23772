import type { Step } from './playlist.ts'
import { dropScene, type Missing, makeScene, type Scene, type SceneInput } from './scene.ts'

interface Loading {
  readonly step: Step
  readonly abort: AbortController
  readonly scene: Promise<Scene | Missing>
  ready?: Scene
}

/** The scenes that are made ahead of time. */
export class NextScenes {
  readonly #all = new Map<string, Loading>()

  /** The scene of a step: the one that is being made, if there is one, else a new one. */
  load(step: Step, input: Omit<SceneInput, 'signal'>): Promise<Scene | Missing> {
    const known = this.#all.get(step.key)
    if (known) return known.scene
    const abort = new AbortController()
    const scene = makeScene(step, { ...input, signal: abort.signal })
    const loading: Loading = { step, abort, scene }
    this.#all.set(step.key, loading)
    void scene.then((made) => {
      if (typeof made !== 'string') loading.ready = made
      else if (this.#all.get(step.key) === loading) this.#all.delete(step.key)
    })
    return scene
  }

  /** Those that can be seen, in the order in which they were asked for. */
  get ready(): readonly Scene[] {
    return [...this.#all.values()].flatMap(({ ready }) => ready ?? [])
  }

  /** From now on the scene belongs to the caller that awaited it. */
  release({ key }: Step): void {
    this.#all.delete(key)
  }

  discardUnless(isWanted: (step: Step) => boolean): void {
    for (const [key, { step, abort, scene }] of this.#all) {
      if (isWanted(step)) continue
      this.#all.delete(key)
      abort.abort()
      void scene.then((made) => typeof made !== 'string' && dropScene(made))
    }
  }
}
