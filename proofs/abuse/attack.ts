import type { ProofLine } from '#proofs/proof.ts'
import type { Target } from './target.ts'
import type { World } from './world.ts'

/** The context of all attacks of a run. */
export interface Battle {
  readonly seed: number
  readonly target: Target
  readonly world: World
  /** The long form runs everything, the short one a part of each. */
  readonly isLong: boolean
  /** Attempts at most. */
  readonly most: number
  /** The time of `performance.now()` after which no attempt begins. */
  readonly until: number
  /** A folder with real photos to mutate as well. */
  readonly photos: string | undefined
  sessionDoubt: boolean
  renewing: Promise<void> | undefined
}

export interface Attack {
  /** Share of the time of a run; the other attacks have a fixed number of attempts. */
  readonly share: number
  /** Not in the short form: it waits long, and the tests of the API cover the same rules. */
  readonly isLongOnly?: true
  run(battle: Battle): Promise<readonly ProofLine[]>
}
