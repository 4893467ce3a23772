import { resetUploads, silentClients } from './faults/clients.ts'
import { killDuringCleanup, killReplica } from './faults/kills.ts'
import { fullSpool, jumpingClock } from './faults/machines.ts'
import { type FaultAction, outage } from './faults/stage.ts'

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
  'kill-cleanup': killDuringCleanup,
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
  'files-reset': outage('S3 resets every eighth PUT in the middle of its body', 'clients', [
    ({ world }) => world.files.resetEveryPut(8),
    ({ world }) => world.files.resetEveryPut(Number.POSITIVE_INFINITY),
  ]),
  messenger: outage('messenger down', 'messenger', [
    ({ world }) => world.messenger.stop(),
    ({ world }) => world.messenger.start(),
  ]),
  'messenger-silent': outage('messenger silent', 'messenger', [
    ({ world }) => {
      world.messenger.refuse = () => 'hang'
    },
    ({ world }) => {
      world.messenger.refuse = () => undefined
    },
  ]),
  'clients-silent': silentClients,
  'clients-reset': resetUploads,
  clock: jumpingClock,
  'spool-full': fullSpool,
}
