import { readdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Place } from '#proofs/crash/place.ts'
import type { ProofLine } from '#proofs/proof.ts'
import type { Target } from '#proofs/service/target.ts'
import type { World } from '#proofs/service/world.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { memoryMiB, ownMemoryMiB, treeOf } from '#tests/support/servers/process-tree.ts'
import { batchForm } from '#tests/support/upload.ts'
import { newTally } from './tally.ts'

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

interface Aftermath {
  readonly target: Target
  readonly world: World
  readonly place: Place
  readonly before: number
  readonly rounds: number
}

/** The service works as before, and nothing of the attacks remains: rows, files, memory, errors in the log. */
export async function lookAround({ target, world, place, before, rounds }: Aftermath): Promise<ProofLine> {
  const { log, pid } = target
  await world.renewSession()
  const journeyed = await journey(target, world)
  const children = treeOf(pid).length - 1
  await world.clear()
  const left = (await filesLeft(place)) ?? (await strangers(target.dataDir))
  const memory = await memoryAtWork(target, world, rounds)
  const size = `${Math.round(before)} MiB before, ${Math.round(memory)} MiB after, of it the service ${Math.round(ownMemoryMiB(pid))}`
  const findings: Record<string, string | false | undefined> = {
    'the process ended': !target.isAlive() && log.stderr,
    'an upload is not approved, shown and deleted': journeyed,
    'an error in the log': log.errors[0]?.slice(0, 600),
    'a line of the log is not one JSON object': log.broken[0],
    'a token in the log': log.leaks[0],
    'something on the error output': log.stderr,
    'more child processes than the previews need': children > maxChildren && `${children}`,
    'a file is left': left,
    'memory has grown': rounds > 0 && memory - before > maxGrowth && size,
  }
  const tally = newTally('what remains afterwards')
  for (const [kind, how] of Object.entries(findings)) {
    tally.attempt()
    if (how) tally.found(kind, how)
  }
  return tally.line(`${size}; ${log.lines} lines of log, the decoder died ${log.decoderDeaths}×`)
}

async function journey({ url }: Target, world: World): Promise<string | undefined> {
  const { groupId, token, fileNames } = await world.addGroup()
  const headers = { ...world.admin(), 'x-forwarded-for': '203.0.113.1' }
  const ask = async (path: string, method = 'GET') => (await fetch(`${url}${path}`, { method, headers })).status
  const statuses = [
    await ask(`/api/admin/groups/${groupId}/approve`, 'PATCH'),
    await ask(`/api/groups/${groupId}`),
    await ask(`/previews/${fileNames[0]?.replace(/\.\w+$/, '.jpg')}`),
    await ask(`/api/manage/${token}`, 'DELETE'),
    await ask('/health'),
  ]
  return statuses.every((status) => status === 200) ? undefined : statuses.join()
}

/** Files are removed in the background, after their rows. */
async function filesLeft(place: Place): Promise<string | undefined> {
  for (const until = performance.now() + 60_000; ; await sleep(200)) {
    const names = await place.files()
    if (names.length === 0) return undefined
    if (performance.now() > until) return `${names.length} files: ${names.slice(0, 3)}`
  }
}

const known =
  /^(upload|previews|session-secret|disk-reserve|service\.lock|withdrawals\.jsonl|spool|(werkschau|counters)\.db(-wal|-shm)?|groups\.backup-[\w.:-]+\.json)$/

const strangers = async (dataDir: string): Promise<string | undefined> =>
  (await readdir(dataDir)).find((name) => !known.test(name))
