import { setTimeout as sleep } from 'node:timers/promises'
import { during, type FaultAction } from './stage.ts'

const threeHoursMs = 3 * 60 * 60_000

/** The clock of one replica jumps ahead, then far back, then to the right time. */
export const jumpingClock: FaultAction = (stage) =>
  during(stage, { name: 'replica 1: clock 3 h ahead, then 3 h behind', part: 'clock' }, async () => {
    const [{ clock }] = stage.world.replicas
    for (const ahead of [threeHoursMs, -threeHoursMs]) {
      await clock.move(ahead)
      await sleep(stage.seconds * 500)
    }
    await clock.move(0)
  })

/** Its readiness fails, so the load balancer stops sending requests. Running requests may fail. */
export const fullSpool: FaultAction = (stage) =>
  during(stage, { name: 'replica 1: full spool', part: 'replica' }, async (fault) => {
    const [{ disk }] = stage.world.replicas
    if (disk === undefined) return
    const began = performance.now()
    await disk.fill()
    fault.kills.push({ began, ended: performance.now() })
    await sleep(stage.seconds * 1_000)
    await disk.empty()
  })
