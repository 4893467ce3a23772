import type { Attack, Battle } from './abuse/attack.ts'
import { fuzzOperations } from './abuse/fuzz-operations.ts'
import { startTarget } from './abuse/target.ts'
import { createWorld } from './abuse/world.ts'
import type { Proof, ProofLine } from './proof.ts'

const attacks: readonly Attack[] = [fuzzOperations]

const defaultSeconds = 600

/** Attacks the service from outside in all the ways that are known to have worked on others. */
export const prove: Proof = async ({ seed, runs, seconds = defaultSeconds, photos }) => {
  await using target = await startTarget()
  const world = await createWorld(target)
  const lines: ProofLine[] = []
  for (const attack of attacks) {
    const battle: Battle = {
      seed,
      target,
      world,
      isLong: seconds >= 300,
      most: runs ?? Number.POSITIVE_INFINITY,
      until: performance.now() + seconds * 1_000 * attack.share,
      photos,
      sessionDoubt: false,
      renewing: undefined,
    }
    lines.push(...(await attack.run(battle)))
  }
  return lines
}
