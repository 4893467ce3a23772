import { setTimeout as sleep } from 'node:timers/promises'
import { during, type FaultAction, kill, outage } from './faults/stage.ts'

const killReplica =
  (index: 0 | 1): FaultAction =>
  (stage) =>
    during(stage, { name: `replica ${index + 1}: kill -9, started again`, part: 'replica' }, async (fault) => {
      const replica = stage.world.replicas[index]
      await kill(stage, fault, replica)
      await sleep(500)
      await replica.start()
    })

/** For the tests: faults that are possible on shared servers. */
export const quickFaults: readonly FaultAction[] = [
  killReplica(0),
  outage('PostgreSQL refuses', 'database', [
    ({ world }) => world.database.goDown(),
    ({ world }) => world.database.comeBack(),
  ]),
]

export const allFaults: Readonly<{ [name: string]: FaultAction }> = {
  'kill-1': killReplica(0),
  'kill-2': killReplica(1),
  'database-frozen': outage('PostgreSQL frozen (SIGSTOP)', 'database', [
    ({ server }) => server?.pause(),
    ({ server }) => server?.resume(),
  ]),
  'database-killed': outage('PostgreSQL killed, started again', 'database', [
    ({ server, counts }) => {
      counts.ends++
      return server?.kill()
    },
    ({ server }) => server?.start(),
  ]),
  'database-silent': outage('PostgreSQL silent, connections lost', 'database', [
    ({ world }) => world.database.freeze(),
    async ({ world }) => {
      await world.database.goDown()
      world.database.thaw()
      await world.database.comeBack()
    },
  ]),
  'files-refuse': outage('S3 refuses', 'files', [
    ({ world }) => world.files.goDown(),
    ({ world }) => world.files.comeBack(),
  ]),
  'files-hang': outage('S3 hangs, connections lost', 'files', [
    ({ world }) => world.files.freeze(),
    ({ world }) => world.files.thaw(),
  ]),
  'files-slow': outage('S3 answers two seconds later', 'files', [
    ({ world }) => world.files.slowDown(1_000),
    ({ world }) => world.files.slowDown(0),
  ]),
  'files-reset': outage('S3 resets every eighth PUT in the middle of its body', 'clients', [
    ({ world }) => world.files.resetEveryPut(8),
    ({ world }) => world.files.resetEveryPut(Number.POSITIVE_INFINITY),
  ]),
}
