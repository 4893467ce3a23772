import { setTimeout as sleep } from 'node:timers/promises'
import type { KnownGroup } from '#proofs/chaos/known-groups.ts'
import { withDatabase } from '#proofs/chaos/oracle.ts'
import { during, type FaultAction, kill, type Stage } from './stage.ts'

export const killReplica =
  (index: 0 | 1): FaultAction =>
  (stage) =>
    during(stage, { name: `replica ${index + 1}: kill -9, started again`, part: 'replica' }, async (fault) => {
      const replica = stage.world.replicas[index]
      await kill(stage, fault, replica)
      await sleep(500)
      await replica.start()
    })

const twoDaysMs = 2 * 24 * 60 * 60_000

/** Makes the groups old and the daily jobs due, as if the service had been down for two days. */
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

/** Waits until the daily jobs are done; the lease of a dead process expires after ten minutes, which pass here. */
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
export const killDuringCleanup: FaultAction = async (stage) => {
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
