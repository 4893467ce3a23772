import type { ProofLine } from '#proofs/proof.ts'
import type { Target } from '#proofs/service/target.ts'
import type { World } from '#proofs/service/world.ts'

/** The context of all attacks of a run. */
export interface AbuseRun {
  readonly seed: number
  readonly target: Target
  readonly world: World
  /** The long form runs everything, the short one a part of each. */
  readonly isLong: boolean
  /** Attempts at most. */
  readonly most: number
  /** The time of `performance.now()` after which no attempt begins. */
  readonly until: number
}

export type Attack = (run: AbuseRun) => Promise<readonly ProofLine[]>
