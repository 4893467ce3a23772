import { readdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Place } from '#proofs/crash/place.ts'
import type { ProofLine } from '#proofs/proof.ts'
import type { Target } from '#proofs/service/target.ts'
import type { World } from '#proofs/service/world.ts'
import { treeOf } from '#tests/support/servers/process-tree.ts'
import { newTally } from './tally.ts'

/** The pool of preview processes, and one for heavy images. */
const maxChildren = Math.min(4, availableParallelism()) + 1

interface Aftermath {
  readonly target: Target
  readonly world: World
  readonly place: Place
}

/** The service works as before, and nothing of the attacks remains: rows, files, errors in the log. The proof `load` looks at memory. */
export async function lookAround({ target, world, place }: Aftermath): Promise<ProofLine> {
  const { log, pid } = target
  await world.renewSession()
  const journeyed = await journey(target, world)
  const children = treeOf(pid).length - 1
  await world.clear()
  const left = (await filesLeft(place)) ?? (await strangers(target.dataDir))
  const findings: Record<string, string | false | undefined> = {
    'the process ended': !target.isAlive() && log.stderr,
    'an upload is not approved, shown and deleted': journeyed,
    'an error in the log': log.errors[0]?.slice(0, 600),
    'a line of the log is not one JSON object': log.broken[0],
    'a token in the log': log.leaks[0],
    'something on the error output': log.stderr.replaceAll(experimental, ''),
    'more child processes than the previews need': children > maxChildren && `${children}`,
    'a file is left': left,
  }
  const tally = newTally('what remains afterwards')
  for (const [kind, how] of Object.entries(findings)) {
    tally.attempt()
    if (how) tally.found(kind, how)
  }
  return tally.line(`${log.lines} lines of log, the decoder died ${log.decoderDeaths}×`)
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

/** What Node says once when the passkey library asks for newer algorithms. */
const experimental = /.*ExperimentalWarning.*\n|\(Use `node --trace-warnings.*\n/g

const known =
  /^(upload|previews|backups|session-secret|disk-reserve|(service|backup)\.lock|withdrawals\.jsonl|spool|(werkschau|counters)\.db(-wal|-shm)?|groups\.backup-[\w.:-]+\.json)$/

const strangers = async (dataDir: string): Promise<string | undefined> =>
  (await readdir(dataDir)).find((name) => !known.test(name))
