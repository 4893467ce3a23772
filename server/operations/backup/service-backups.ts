import { fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { basename, extname, join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { version } from '#server/config/version.ts'
import type { BackupSummary, Backups } from '#server/ports/backups.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { BackupAnswer, BackupOrder } from './backup-worker.ts'
import { backupsIn, readManifest } from './manifest.ts'

/** Beside this file, as a source or built. */
const workerFile = join(import.meta.dirname, `backup-worker${extname(import.meta.filename)}`)

export function openBackups({ config, settings, clock }: Pick<Deps, 'config' | 'settings' | 'clock'>): Backups {
  // A backup never changes, and its list of files may be long.
  const known = new Map<string, BackupSummary>()
  return {
    async list() {
      const summaries = []
      for (const folder of (await backupsIn(folderOf(config, settings.current.backupFolder))).toReversed()) {
        const summary = known.get(folder) ?? (await summaryOf(folder))
        if (summary === undefined) continue
        known.set(folder, summary)
        summaries.push(summary)
      }
      return summaries
    },
    make(signal) {
      const { backupFolder, backupsKept: keep } = settings.current
      return order({ config, version, to: folderOf(config, backupFolder), keep, now: clock.now().getTime() }, signal)
    },
  }
}

/** Of the service's own backups. */
export const folderOf = ({ backupDir, dataDir }: Config, folder = ''): string =>
  join(backupDir ?? join(dataDir, 'backups'), folder)

/** undefined for a damaged one. */
async function summaryOf(folder: string): Promise<BackupSummary | undefined> {
  const manifest = await readManifest(folder).catch(() => undefined)
  if (manifest === undefined) return undefined
  const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0)
  return { name: basename(folder), createdAt: manifest.createdAt, bytes, verifiedAt: manifest.verifiedAt ?? null }
}

/** In a process of its own, which ends with this one; what it leaves behind, the next one removes. */
function order(what: BackupOrder, signal: AbortSignal): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  let failure: string | undefined = 'The process of the backup ended before it was done'
  const child = fork(workerFile, {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  })
  if (child.pid) setPriority(child.pid, 10)
  child.on('message', (answer: BackupAnswer) => {
    failure = answer.failure
  })
  child.on('error', () => child.pid === undefined && resolve(failure)).once('exit', () => resolve(failure))
  child.send(what)
  return promise
}
