import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { deletionDueAt } from '#server/domain/cleanup.ts'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { type BotApi, startBotApi } from '#tests/support/servers/bot-api.ts'
import { type ServiceProcess, spawnService, startProcess } from '#tests/support/servers/start-process.ts'
import { deletedId, type Ending, type Kept } from './crash/book.ts'
import { type Connection, connect } from './crash/connection.ts'
import { inspect } from './crash/inspect.ts'
import { type Kind, kinds } from './crash/kinds.ts'
import { onMachine, onServers, type Place } from './crash/place.ts'
import { newReadBack, privacyKinds, type ReadBack } from './crash/read-back.ts'
import { type Client, newClients, startWorkload } from './crash/workload.ts'
import type { Proof, ProofLine } from './proof.ts'
import { type Random, seededRandom } from './random.ts'

/** The target of a kill: a running change, or the start after an earlier kill. */
type Aim = Kind | 'start'

/** Those of the short form first; then each kind, with redactions and hidden photos in between. */
const aims: readonly Aim[] = [
  ...([
    'submission',
    'batch upload',
    'photo redacted',
    'group deleted',
    'photo hidden or shown',
    'rollback',
    'start',
  ] as const),
  ...([
    'groups moved',
    'end of an exhibition',
    'deletion after an end',
    'group moved',
    'images added',
    'cleanup',
    'migration',
    'groups deleted in bulk',
  ] as const),
  ...kinds.flatMap((kind, n): Aim[] => (n % 2 === 0 ? [kind, privacyKinds[(n / 2) % 2] as Kind] : [kind])),
]
const tries = 5
const learningMs = 10_000
const submissionsEndEvery = 7
const overdueAt = '2020-01-01T00:00:00.000Z'

/**
 * Kills the service at random moments while visitors and admins work, restarts it on the same data and compares what
 * it has with what it answered. The seed repeats the choices, not the moments.
 */
export const prove: Proof = async ({ seed, runs = 200, seconds = Number.POSITIVE_INFINITY, on }) => {
  await using place = await (on === 'servers' ? onServers() : onMachine())
  await using bot = await startBotApi()
  const random = seededRandom(seed)
  const photos = await Promise.all(
    [64, 400, 1600, 2400].map((width) => makeImage({ width, height: width / 2, detail: width > 64 })),
  )
  const readBack = newReadBack()
  const kept: Kept = { files: 0, parts: 0 }
  const history = await crashAgainAndAgain({
    place,
    readBack,
    kept,
    bot,
    random,
    photos,
    runs,
    until: performance.now() + seconds * 1e3,
  })
  return [keptLine(kept), ...summary(history, readBack)]
}

interface Crashes {
  readonly place: Place
  readonly bot: BotApi
  readonly readBack: ReadBack
  readonly kept: Kept
  readonly random: Random
  readonly photos: readonly Buffer[]
  readonly runs: number
  readonly until: number
}

interface Kill {
  readonly aim: Aim
  /** Changes without an answer when the process was killed. */
  readonly inFlight: number
  /** The targeted change was one of them. */
  readonly hit: boolean
  readonly answered: number
  readonly found: readonly string[]
}

async function crashAgainAndAgain(crashes: Crashes): Promise<Kill[]> {
  const { place, bot, readBack, kept, random, photos, runs, until } = crashes
  const env = {
    ...place.env,
    ...bot.env,
    MESSENGER_LANGUAGE: 'en',
    TRUST_PROXY_HOPS: '1',
    MANAGEMENT_RATE_LIMIT: '1000000',
    LOG_LEVEL: 'info',
  }
  const photoDigests = new Set(photos.map((bytes) => createHash('sha256').update(bytes).digest('hex')))
  const clients = newClients()
  const graveyard = new Set<string>()
  const durations = new Map<Kind, number>()
  const kills: Kill[] = []
  let last = 0
  const ending: Ending = { isEnded: false, asked: undefined }
  const source = { random, photos, serial: () => ++last, kept, ending }
  let session: Session | undefined
  let startMs = 500
  /** Results of the kill before the start that shows them. */
  let found: string[] = []
  const complain = (finding: string) => void found.push(finding)

  async function start(): Promise<ServiceProcess> {
    const began = performance.now()
    const service = await startProcess(env)
    startMs = performance.now() - began
    return service
  }

  for (let n = 0; n <= runs; n++) {
    const isLast = n === runs || performance.now() > until
    if (n > 0 && (isLast || n % submissionsEndEvery === 0)) await endSubmissions(place)
    await place.letTimePass().catch((error) => n === 0 || complain(String(error)))
    const service = await start()
    session ??= await loginAsAdmin({ fetch: (path, init) => fetch(`${service.url}${path}`, init) })
    const connection = connect(service.url, session, random)
    if (n === 0) await openExhibitions(connection, place)
    await inspect({
      ...{ place, connection, clients, photoDigests, graveyard, complain, readBack, ending },
      delivered: bot.texts,
      thorough: isLast,
    })
    const previous = kills.at(-1)
    if (previous && found.length > 0) kills[kills.length - 1] = { ...previous, found: [...previous.found, ...found] }
    else if (found.length > 0) throw new Error(found.join('\n'))
    found = []
    if (isLast) {
      await service.stop()
      break
    }
    await makeOverdue(place, clients)

    const aim = aims[n % aims.length] as Aim
    const change = aim === 'start' ? undefined : aim
    const workload = startWorkload(clients, change, { source, connection, durations, complain })
    await sleep(random.next() * 400)
    // Before the first kill of its kind: its duration is known only once it has ended.
    const isUnknown = () => privacyKinds.some((kind) => kind === change && !durations.has(kind))
    for (let waited = 0; waited < learningMs && isUnknown(); waited += 100) await sleep(100)
    const isRunning = () => [...workload.running].some(({ kind }) => kind === change)
    for (let n = 0; change && n < tries && !isRunning(); n++) {
      await Promise.race([workload.started(change), sleep(5_000)])
      // Some delays are longer than the change: then its results are checked, and the next one is interrupted.
      await sleep(random.next() * 1.4 * workload.typicalMs(change))
    }
    const inFlight = [...workload.running]
    service.child.kill('SIGKILL')
    await once(service.child, 'exit')
    await workload.stop()
    if (aim === 'start') await killWhileStarting(env, random.next() * startMs * 1.2)
    const hit = aim === 'start' || inFlight.some(({ kind }) => kind === aim)
    kills.push({ aim, inFlight: inFlight.length, hit, answered: workload.answered(), found })
    found = []
    if (kills.length % 20 === 0) console.error(`${kills.length} of ${runs} kills`)
  }
  return kills
}

/** Beside `main`: one for a class, one that ends, and one whose groups any cleanup deletes, as the team was told long ago. */
async function openExhibitions({ admin }: Connection, place: Place): Promise<void> {
  const ended = { endsAt: overdueAt, deletedAfterDays: 1 }
  for (const [slug, times] of [['class'], ['fair'], ['past', ended]] as const) {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ slug, name: slug, ...times })
    const { status } = await admin('/api/admin/exhibitions', { method: 'POST', headers, body })
    if (status !== 201) throw new Error(`The exhibition ${slug} was answered ${status}`)
  }
  const dueAt = deletionDueAt(ended)
  const told = JSON.stringify({ dueAt, toldAt: dueAt })
  await place.query(`insert into service_state (name, value) values ('exhibition_deletion ${deletedId}', '${told}')`)
}

async function killWhileStarting(env: Readonly<Record<string, string>>, afterMs: number): Promise<void> {
  const child = spawnService(env)
  child.stdout.resume()
  await sleep(afterMs)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Lets unfinished submissions expire: their files must go, and their visitors start over. */
async function endSubmissions(place: Place): Promise<void> {
  await place.query(`update submissions set expires_at = '${overdueAt}' where group_id is null`)
}

/** Gives the cleanup something to do: groups of its client become old. */
async function makeOverdue(place: Place, clients: readonly Client[]): Promise<void> {
  for (const { groups, kinds, repeats } of clients) {
    if (!kinds.includes('cleanup')) continue
    // The key of an old upload is forgotten: to repeat it would make a second group.
    const repeated = new Set(repeats.flatMap(({ changes }) => changes.map(([group]) => group)))
    const young = groups.filter((group) => group.state && !group.overdue && !repeated.has(group))
    for (const { groupId } of young.slice(0, 2)) {
      await place.query(
        `update groups set upload_date = '${overdueAt}' where group_id = '${groupId}' and first_approved_at is null`,
      )
    }
    const rows = await place.query(`select group_id from groups where upload_date = '${overdueAt}'`)
    const ids = new Set(rows.map(({ group_id }) => group_id))
    for (const group of groups) group.overdue = ids.has(group.groupId)
  }
}

const keptLine = ({ files, parts }: Kept): ProofLine => ({
  ...{ what: 'went on behind what had arrived', attempts: files + parts, survived: files + parts, found: [] },
  note: `${files} photos, and ${parts} begun ones`,
})

function summary(kills: readonly Kill[], readBack: ReadBack): ProofLine[] {
  const line = (what: string, some: readonly Kill[]): ProofLine => {
    const found = some.flatMap((kill) => kill.found.map((text) => `kill ${kills.indexOf(kill) + 1}: ${text}`))
    const hits = some.filter(({ hit }) => hit).length
    const survived = some.filter((kill) => kill.found.length === 0).length
    return { what, attempts: some.length, survived, found, note: `${hits} in the middle of it` }
  }
  const groups = Map.groupBy(kills, ({ aim }) => aim)
  const inFlight = kills.filter((kill) => kill.inFlight > 0).length
  const requests = kills.reduce((sum, kill) => sum + kill.inFlight, 0)
  const answered = kills.reduce((sum, kill) => sum + kill.answered, 0)
  const survived = kills.filter(({ found }) => found.length === 0).length
  return [
    ...[...groups].map(([aim, some]) => line(`killed at: ${aim}`, some)),
    ...privacyKinds.map((kind): ProofLine => {
      const { interrupted, survived, note } = readBack.of(kind)
      return { what: `cut short: ${kind}`, attempts: interrupted, survived, found: [], note }
    }),
    {
      ...{ what: 'crash, all', attempts: kills.length, survived, found: [] },
      note: `${inFlight} with requests in flight (${requests}), ${answered} changes answered`,
    },
  ]
}
