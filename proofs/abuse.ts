import { lookAround, memoryAtWork } from './abuse/aftermath.ts'
import type { Attack, Battle } from './abuse/attack.ts'
import { fuzzImages } from './abuse/fuzz-images.ts'
import { fuzzOperations } from './abuse/fuzz-operations.ts'
import { guess } from './abuse/guessing.ts'
import { inject } from './abuse/injection.ts'
import { bendPathsAndHosts } from './abuse/paths-and-hosts.ts'
import { attackSessions } from './abuse/sessions.ts'
import { slowClients } from './abuse/slow-clients.ts'
import { smuggle } from './abuse/smuggling.ts'
import { startTarget } from './abuse/target.ts'
import { throwBombs } from './abuse/throw-bombs.ts'
import { createWorld } from './abuse/world.ts'
import { onMachine, onServers } from './crash/place.ts'
import type { Proof, ProofLine } from './proof.ts'

const attacks: readonly Attack[] = [
  fuzzOperations,
  fuzzImages,
  throwBombs,
  slowClients,
  smuggle,
  bendPathsAndHosts,
  inject,
  attackSessions,
  guess,
]

const defaultSeconds = 600
const longFrom = 300

/** Attacks the service from outside in all ways that are known to have worked on other services. */
export const prove: Proof = async ({ seed, runs, seconds = defaultSeconds, on, photos }) => {
  const isLong = seconds >= longFrom
  const rounds = isLong ? 8 : 0
  await using place = await (on === 'servers' ? onServers() : onMachine())
  await using target = await startTarget({ env: place.env, dataDir: place.dataDir })
  const world = await createWorld(target)
  const before = await memoryAtWork(target, world, rounds)
  const lines: ProofLine[] = []
  for (const attack of attacks) {
    if (attack.isLongOnly && !isLong) continue
    const battle: Battle = {
      seed,
      target,
      world,
      isLong,
      most: runs ?? Number.POSITIVE_INFINITY,
      until: performance.now() + seconds * 1_000 * attack.share,
      photos,
      sessionDoubt: true,
      renewing: undefined,
    }
    const more = await attack.run(battle)
    lines.push(...more)
    if (isLong) for (const line of more) console.error(asOneLine(line))
    if (!target.isAlive()) throw new Error(`The service died: ${target.log.stderr}`)
  }
  return [...lines, await lookAround({ target, world, place, before, rounds })]
}

/** Printed at once: the table comes at the end of a long run. */
const asOneLine = ({ what, attempts, found, note = '' }: ProofLine): string =>
  [`${what}: ${attempts} attempts, ${found.length} found; ${note}`, ...found].join('\n  ')
