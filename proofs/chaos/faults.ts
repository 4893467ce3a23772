import { setTimeout as sleep } from 'node:timers/promises'
import type { KnownGroup } from './known-groups.ts'
import { withDatabase } from './oracle.ts'
import type { Fault, Record } from './record.ts'
import type { Replica, World } from './world.ts'

/** What a fault needs. */
export interface Stage {
  readonly world: World
  readonly record: Record
  /** The database server itself, where it may be stopped. */
  readonly server?: { pause(): void; resume(): void; kill(): Promise<void>; start(): Promise<void> }
  /** Seconds of an outage. */
  readonly seconds: number
  /** Hands in groups that nobody touches but the cleanup. */
  readonly uploadNeverApproved: (count: number) => Promise<KnownGroup[]>
  /** Counted by the faults themselves. */
  readonly counts: { warnings: number; ends: number }
}

type Happening = (stage: Stage) => Promise<void>

async function during(
  { record }: Stage,
  { name, part }: Pick<Fault, 'name' | 'part'>,
  happens: (fault: Fault) => Promise<unknown>,
): Promise<void> {
  const fault: Fault = { name, part, began: performance.now(), ended: Number.POSITIVE_INFINITY, kills: [] }
  record.faults.push(fault)
  await happens(fault)
  fault.ended = performance.now()
}

async function kill({ counts }: Stage, fault: Fault, replica: Replica): Promise<void> {
  counts.ends++
  const began = performance.now()
  await replica.stop('SIGKILL')
  fault.kills.push({ began, ended: performance.now() })
}

const killReplica =
  (index: 0 | 1): Happening =>
  (stage) =>
    during(stage, { name: `replica ${index + 1}: kill -9, started again`, part: 'replica' }, async (fault) => {
      const replica = stage.world.replicas[index]
      await kill(stage, fault, replica)
      await sleep(500)
      await replica.start()
    })

const outage = (
  name: string,
  part: Fault['part'],
  [begin, end]: readonly [(stage: Stage) => unknown, (stage: Stage) => unknown],
): Happening => {
  return (stage) =>
    during(stage, { name, part }, async () => {
      await begin(stage)
      await sleep(stage.seconds * 1_000)
      await end(stage)
    })
}

const twoDaysMs = 2 * 24 * 60 * 60_000

/** Makes the groups old and the daily jobs due, as if the service had not run for two days. */
export async function makeCleanupDue({ world, counts }: Stage, groups: readonly KnownGroup[]): Promise<void> {
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
  await withDatabase(world, async (client) => {
    const ids = groups.map(({ groupId }) => groupId)
    await client.query('update groups set upload_date = $1 where group_id = any($2)', [ago(8 * twoDaysMs), ids])
    for (const name of ['warning', 'cleanup']) {
      await client.query(
        `insert into jobs (name, last_served_at) values ($1, $2)
         on conflict (name) do update set last_served_at = $2, lease_owner = null, lease_until = null`,
        [name, ago(twoDaysMs)],
      )
    }
  })
  counts.warnings++
  for (const group of groups) group.gone = 'automatic_cleanup'
}

/** Waits until the daily jobs have been done; a lease of a dead process is over after ten minutes, which pass here. */
export async function cleanupDone({ world }: Stage, { leaseOver = false } = {}): Promise<void> {
  const due = new Date(Date.now() - twoDaysMs / 2).toISOString()
  await withDatabase(world, async (client) => {
    for (const end = performance.now() + 90_000; performance.now() < end; await sleep(100)) {
      const { rows } = await client.query('select name from jobs where name = $1 and last_served_at > $2', [
        'cleanup',
        due,
      ])
      if (rows.length > 0) return
      if (leaseOver)
        await client.query(`update jobs set lease_until = '2000' where name = 'cleanup' and lease_owner is not null`)
    }
    throw new Error('The cleanup was not done within 90 seconds')
  })
}

/** Kills the replica that cleans up in the middle of it. */
const killDuringCleanup: Happening = async (stage) => {
  const { world } = stage
  const groups = await stage.uploadNeverApproved(40)
  const [replica] = world.replicas
  await during(stage, { name: 'replica 1: kill -9 during the cleanup', part: 'replica' }, async (fault) => {
    await kill(stage, fault, replica)
    await makeCleanupDue(stage, groups)
    const deleted = () =>
      withDatabase(world, async (client) => {
        const ids = groups.map(({ groupId }) => groupId)
        const { rows } = await client.query('select count(*)::int n from deletion_log where group_id = any($1)', [ids])
        return rows[0].n as number
      })
    await replica.start()
    while ((await deleted()) === 0) await sleep(5)
    await kill(stage, fault, replica)
    console.log(`  killed after ${await deleted()} of ${groups.length} groups`)
    await withDatabase(world, (client) => client.query(`update jobs set lease_until = '2000' where name = 'cleanup'`))
    await replica.start()
  })
  await cleanupDone(stage)
}

/** For the tests: what can be done to servers that others use. */
export const quickFaults: readonly Happening[] = [
  killReplica(0),
  outage('PostgreSQL refuses', 'database', [
    ({ world }) => world.database.goDown(),
    ({ world }) => world.database.comeBack(),
  ]),
]

export const allFaults: Readonly<{ [name: string]: Happening }> = {
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
  'files-refuse': outage('S3 refuses', 'files', [
    ({ world }) => world.files.goDown(),
    ({ world }) => world.files.comeBack(),
  ]),
  'files-hang': outage('S3 hangs, connections lost', 'files', [
    ({ world }) => world.files.freeze(),
    ({ world }) => world.files.thaw(),
  ]),
  messenger: outage('messenger down', 'messenger', [
    ({ world }) => world.messenger.stop(),
    ({ world }) => world.messenger.start(),
  ]),
  'kill-cleanup': killDuringCleanup,
}
