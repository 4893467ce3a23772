import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault, Record } from '#proofs/chaos/record.ts'
import type { Replica, World } from '#proofs/chaos/world.ts'

/** The context of a fault. */
export interface Stage {
  readonly world: World
  readonly record: Record
  /** The database server itself, if it may be stopped. */
  readonly server?: { pause(): void; resume(): void; kill(): Promise<void>; start(): Promise<void> }
  /** Seconds of an outage. */
  readonly seconds: number
  /** Kills, counted by the faults themselves. */
  readonly counts: { ends: number }
}

export type FaultAction = (stage: Stage) => Promise<void>

export async function during(
  { record }: Stage,
  { name, part }: Pick<Fault, 'name' | 'part'>,
  happens: (fault: Fault) => Promise<unknown>,
): Promise<void> {
  const fault: Fault = { name, part, began: performance.now(), ended: Number.POSITIVE_INFINITY, kills: [] }
  record.faults.push(fault)
  await happens(fault)
  fault.ended = performance.now()
}

export async function kill({ counts }: Stage, fault: Fault, replica: Replica): Promise<void> {
  counts.ends++
  const began = performance.now()
  await replica.stop('SIGKILL')
  fault.kills.push({ began, ended: performance.now() })
}

/** A fault that lasts for the seconds of an outage. */
export const outage = (
  name: string,
  part: Fault['part'],
  [begin, end]: readonly [(stage: Stage) => unknown, (stage: Stage) => unknown],
): FaultAction => {
  return (stage) =>
    during(stage, { name, part }, async () => {
      await begin(stage)
      await sleep(stage.seconds * 1_000)
      await end(stage)
    })
}
