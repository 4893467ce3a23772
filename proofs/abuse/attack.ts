import type { ProofLine } from '#proofs/proof.ts'
import type { Target } from './target.ts'
import type { World } from './world.ts'

/** What all attacks of a run have in common. */
export interface Battle {
  readonly seed: number
  readonly target: Target
  readonly world: World
  /** The long form: everything; the short one: a part of each. */
  readonly isLong: boolean
  /** Attempts at most. */
  readonly most: number
  /** A moment of `performance.now()` after which no attempt begins. */
  readonly until: number
  /** A folder with real photos to mutate as well. */
  readonly photos: string | undefined
  sessionDoubt: boolean
  renewing: Promise<void> | undefined
}

export interface Attack {
  /** Of the time of a run; the rest of them have a number of attempts of their own. */
  readonly share: number
  /** Not in the short form: it waits much, and the tests of the API look at the same rules. */
  readonly isLongOnly?: true
  run(battle: Battle): Promise<readonly ProofLine[]>
}
