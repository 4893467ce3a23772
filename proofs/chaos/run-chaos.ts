import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '#proofs/random.ts'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { createClient } from './client.ts'
import type { Stage } from './faults/stage.ts'
import type { KnownGroup } from './known-groups.ts'
import { judge } from './oracle.ts'
import { complaint, type Record } from './record.ts'
import type { Site } from './site.ts'
import { abandon, makePictures, manage, moderate, upload, watch } from './visitors.ts'
import type { World } from './world.ts'

export interface ChaosOptions {
  readonly world: World
  readonly server?: Stage['server']
  readonly faults: readonly ((stage: Stage) => Promise<void>)[]
  readonly seed: number
  /** Of an outage. */
  readonly seconds: number
  /** Of each kind, at the same time. */
  readonly visitors: number
  /** Seconds of quiet before, between and after the faults. */
  readonly pause: number
  readonly log?: (line: string) => void
}

export interface ChaosResult {
  readonly record: Record
  readonly broken: readonly string[]
  readonly checked: readonly string[]
}

/** Load while parts fail one after the other, then the oracle. Throws only if it cannot run at all. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { world, visitors } = options
  const record: Record = { sent: [], faults: [], broken: [], accepted: [], lost: [], stale: [] }
  const groups: KnownGroup[] = []
  const siteOf = await siteMaker(options, record)
  const stage = stageOf(options, record)
  await Promise.all(world.replicas.map((replica) => replica.start()))
  const site = siteOf(groups, await adminHeaders(world))
  for (let number = 0; number < 5; number++) await upload(site)
  record.sent.length = 0

  const load = startLoad(site, visitors)
  await runFaults(options, stage)
  await load.stop(() => world.crashes.length > 0)
  if (world.crashes.length > 0) return { record, broken: world.crashes, checked: [] }
  const { broken, checked } = await judge({ world, groups, lost: record.lost, ...stage.counts })
  record.accepted.push(...groups.map(({ acceptedAt }) => acceptedAt))
  const complaints = record.sent.flatMap((sent) => complaint(sent, record.faults) ?? [])
  return { record, broken: [...record.broken, ...complaints, ...broken], checked }
}

async function siteMaker({ world, seed }: ChaosOptions, record: Record) {
  const pictures = await makePictures()
  const client = createClient(world.url, record)
  return (groups: KnownGroup[], admin: Site['admin'] = {}): Site => ({
    client,
    groups,
    random: seededRandom(seed),
    pictures,
    admin,
    broken: record.broken,
    stale: record.stale,
  })
}

const stageOf = ({ world, server, seconds }: ChaosOptions, record: Record): Stage => ({
  world,
  record,
  ...(server && { server }),
  seconds,
  counts: { ends: 0 },
})

async function runFaults({ faults, pause, log = () => undefined }: ChaosOptions, stage: Stage): Promise<void> {
  await sleep(pause * 1_000)
  for (const fault of faults) {
    await fault(stage)
    log(`  ${stage.record.faults.at(-1)?.name}`)
    await sleep(pause * 1_000)
  }
}

async function adminHeaders({ replicas }: World): Promise<Site['admin']> {
  const [{ url }] = replicas
  const { cookie, csrfToken } = await loginAsAdmin({ fetch: (path, init) => fetch(`${url}${path}`, init) })
  return { cookie, 'x-csrf-token': csrfToken }
}

/** Visitors, owners, admins and screens, each with a pause between two requests. */
function startLoad(site: Site, visitors: number): { stop(isHopeless: () => boolean): Promise<void> } {
  let over = false
  const again = async (act: (site: Site) => Promise<unknown>, pauseMs: number) => {
    while (!over) {
      await act(site).catch(({ message }: Error) => site.broken.push(message))
      await sleep(pauseMs)
    }
  }
  const kinds = () => [again(upload, 200), again(abandon, 1_000), again(manage, 30), again(watch, 10)]
  const running = [...Array.from({ length: visitors }, kinds).flat(), again(moderate, 30)]
  return {
    async stop(isHopeless) {
      over = true
      // Without a replica the load would wait forever.
      if (!isHopeless()) await Promise.all(running)
    },
  }
}
