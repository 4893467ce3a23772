import { lookAround } from './abuse/aftermath.ts'
import type { AbuseRun } from './abuse/attack.ts'
import { fuzzOperations } from './abuse/fuzz-operations.ts'
import { slowClients } from './abuse/slow-clients.ts'
import { onMachine, onServers } from './crash/place.ts'
import type { Proof, ProofLine } from './proof.ts'
import { startTarget } from './service/target.ts'
import { createWorld } from './service/world.ts'

const defaultSeconds = 300
const longFrom = 60

/** Attacks the service from outside with malformed requests and slow clients, and looks for what remains. */
export const prove: Proof = async ({ seed, runs = Number.POSITIVE_INFINITY, seconds = defaultSeconds, on }) => {
  const isLong = seconds >= longFrom
  await using place = await (on === 'servers' ? onServers() : onMachine())
  await using target = await startTarget({ env: place.env, dataDir: place.dataDir })
  const world = await createWorld(target)
  const lines: ProofLine[] = []
  for (const attack of [fuzzOperations, slowClients]) {
    const run: AbuseRun = { seed, target, world, isLong, most: runs, until: performance.now() + seconds * 1_000 }
    const more = await attack(run)
    lines.push(...more)
    if (isLong) for (const line of more) console.error(asOneLine(line))
    if (!target.isAlive()) throw new Error(`The service died: ${target.log.stderr}`)
  }
  return [...lines, await lookAround({ target, world, place })]
}

/** Printed at once: the table comes at the end of a long run. */
const asOneLine = ({ what, attempts, found, note = '' }: ProofLine): string =>
  [`${what}: ${attempts} attempts, ${found.length} found; ${note}`, ...found].join('\n  ')
