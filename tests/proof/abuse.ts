import type { Attack, Battle } from './abuse/attack.ts'
import { fuzzImages } from './abuse/fuzz-images.ts'
import { fuzzOperations } from './abuse/fuzz-operations.ts'
import { bendPathsAndHosts } from './abuse/paths-and-hosts.ts'
import { slowClients } from './abuse/slow-clients.ts'
import { smuggle } from './abuse/smuggling.ts'
import { startTarget } from './abuse/target.ts'
import { throwBombs } from './abuse/throw-bombs.ts'
import { createWorld } from './abuse/world.ts'
import type { Proof, ProofLine } from './proof.ts'

const attacks: Readonly<Record<string, Attack>> = {
  fuzzOperations,
  fuzzImages,
  throwBombs,
  slowClients,
  smuggle,
  bendPathsAndHosts,
}

const defaultSeconds = 600

/** Attacks the service from outside in all the ways that are known to have worked on others. */
export const prove: Proof = async ({ seed, runs, seconds = defaultSeconds, photos }) => {
  await using target = await startTarget()
  const world = await createWorld(target)
  const lines: ProofLine[] = []
  for (const [name, attack] of Object.entries(attacks)) {
    if (process.env.ONLY && !process.env.ONLY.includes(name)) continue
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
    if (!target.isAlive()) throw new Error(`The service died: ${target.log.stderr}`)
    const last = lines.at(-1)
    if (battle.isLong) console.error(`${last?.what}: ${last?.attempts} attempts, ${last?.found.length} found`)
  }
  return lines
}
