import { readdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Place } from '#proofs/crash/place.ts'
import type { ProofLine } from '#proofs/proof.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { memoryMiB, ownMemoryMiB, treeOf } from '#tests/support/servers/process-tree.ts'
import { batchForm } from '#tests/support/upload.ts'
import { ask, firstOf, makeChecks } from './checks.ts'
import type { Target } from './target.ts'
import type { World } from './world.ts'

/** MiB that the process tree may grow: the cache of previews, and memory that the allocator keeps. */
const maxGrowth = 160

/** The pool of preview processes, and one for heavy images. */
const maxChildren = Math.min(4, availableParallelism()) + 1

/** The idle time before a grown preview process is replaced, and a second for the replacement. */
const restMs = 6_000

/** Memory of the process tree, idle after uploads of ordinary photos. */
export async function memoryAtWork({ url, pid }: Target, world: World, rounds: number): Promise<number> {
  if (rounds === 0) return memoryMiB(pid)
  const photo = await makeImage({ width: 4_000, height: 3_000, detail: true })
  const files = [1, 2, 3].map((n) => ({ name: `${n}.jpg`, bytes: photo }))
  for (let round = 0; round < rounds; round++) {
    const body = await batchForm({ files })
    const answer = await fetch(`${url}/api/upload/batch`, { method: 'POST', body })
    if (answer.status !== 200) throw new Error(`An ordinary upload was answered with ${answer.status}`)
  }
  await world.clear()
  await sleep(restMs)
  return memoryMiB(pid)
}

/** The service works as before, and nothing of the attacks remains: rows, files, memory, errors in the log. */
export async function lookAround({
  target,
  world,
  place,
  before,
  rounds,
}: {
  target: Target
  world: World
  place: Place
  before: number
  rounds: number
}): Promise<ProofLine> {
  const { url, log } = target
  await world.renewSession()
  let memory = Number.NaN
  const ledger = await makeChecks('what is left of it all', {
    'the process is the same': async () => (target.isAlive() ? undefined : log.stderr),
    'an upload is approved, shown and deleted': () => journey(target, world),
    'no error in the log': async () => log.errors[0]?.slice(0, 600),
    'every line of the log is one JSON object': async () => log.broken[0],
    'no token in the log': async () => log.leaks[0],
    'nothing on the error output': async () => log.stderr || undefined,
    'no more child processes than the previews need': async () => {
      const children = treeOf(target.pid).length - 1
      return children <= maxChildren ? undefined : `${children} child processes`
    },
    'no file is left': async () => {
      await world.clear()
      return firstOf(await filesLeft(place), await strangers(target.dataDir))
    },
    'memory is where it was': async () => {
      memory = await memoryAtWork(target, world, rounds)
      return rounds > 0 && memory - before > maxGrowth
        ? `${Math.round(before)} MiB before, ${Math.round(memory)} after`
        : undefined
    },
    'the service is well': async () => ((await ask(`${url}/health`)).status === 200 ? undefined : 'it is not'),
  })
  ledger.note(
    `${Math.round(before)} MiB before, ${Math.round(memory)} MiB after, of it the service ${Math.round(ownMemoryMiB(target.pid))}; ${log.lines} lines of log, the decoder died ${log.decoderDeaths}×`,
  )
  return ledger.line()
}

async function journey({ url }: Target, world: World): Promise<string | undefined> {
  const { groupId, token, fileNames } = await world.addGroup()
  const approved = await ask(`${url}/api/admin/groups/${groupId}/approve`, {
    method: 'PATCH',
    headers: { ...world.admin() },
  })
  const feed = await ask(`${url}/api/groups/${groupId}`)
  const preview = await ask(`${url}/previews/${fileNames[0]?.replace(/\.\w+$/, '.jpg')}`)
  const deleted = await ask(`${url}/api/manage/${token}`, {
    method: 'DELETE',
    headers: { 'x-forwarded-for': '203.0.113.1' },
  })
  const statuses = [approved, feed, preview, deleted].map(({ status }) => status)
  return statuses.every((status) => status === 200) ? undefined : statuses.join()
}

/** Files are removed in the background, after their rows. */
async function filesLeft(place: Place): Promise<string | undefined> {
  const until = performance.now() + 60_000
  for (;;) {
    const names = await place.files()
    if (names.length === 0) return undefined
    if (performance.now() > until) return `${names.length} files: ${names.slice(0, 3)}`
    await sleep(200)
  }
}

const known =
  /^(upload|previews|session-secret|disk-reserve|service\.lock|withdrawals\.jsonl|spool|(werkschau|counters)\.db(-wal|-shm)?|groups\.backup-[\w.:-]+\.json)$/

const strangers = async (dataDir: string): Promise<string | undefined> =>
  (await readdir(dataDir)).find((name) => !known.test(name))
