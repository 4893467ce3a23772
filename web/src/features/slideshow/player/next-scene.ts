import type { Step } from './playlist.ts'
import { dropScene, type Missing, makeScene, type Scene, type SceneInput } from './scene.ts'

interface Loading {
  readonly key: string
  readonly abort: AbortController
  readonly scene: Promise<Scene | Missing>
}

/** The one scene that is made ahead of time. */
export class NextScene {
  #loading: Loading | undefined

  /** The scene of a step: the one that is being made, if it is this one, else a new one instead of it. */
  load(step: Step, input: Omit<SceneInput, 'signal'>): Promise<Scene | Missing> {
    if (this.#loading?.key === step.key) return this.#loading.scene
    this.discard()
    const abort = new AbortController()
    const scene = makeScene(step, { ...input, signal: abort.signal })
    this.#loading = { key: step.key, abort, scene }
    return scene
  }

  /** From now on the scene belongs to the caller that awaited it. */
  release(): void {
    this.#loading = undefined
  }

  discard(): void {
    const unwanted = this.#loading
    this.#loading = undefined
    unwanted?.abort.abort()
    unwanted?.scene.then((scene) => typeof scene !== 'string' && dropScene(scene))
  }

  discardUnless(steps: readonly Step[]): void {
    if (!steps.some(({ key }) => key === this.#loading?.key)) this.discard()
  }
}
