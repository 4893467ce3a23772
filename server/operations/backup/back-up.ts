import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { copyRows } from '#server/adapters/database/copy-rows.ts'
import { folders } from '#server/adapters/files/file-names.ts'
import { saveDatabase } from '#server/adapters/open/open-engine.ts'
import { acquireFileLock } from '#server/concurrency/file-lock.ts'
import { forEachConcurrently } from '#server/concurrency/for-each-concurrently.ts'
import type { Config } from '#server/config/config.ts'
import { OperatorError } from '#server/domain/errors.ts'
import { inFolder, openPlace } from '#server/operations/open-place.ts'
import { filesOfImages } from '#server/operations/stored-images.ts'
import type { Installation } from '#server/operations/transfer.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { Database } from '#server/ports/deps.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import type { Withdrawal } from '#server/ports/withdrawals/withdrawals.ts'
import {
  type BackedUpFile,
  backUpFile,
  bucketSource,
  type FileBackup,
  folderSource,
  isUnchanged,
  type Previous,
  previousOf,
} from './back-up-file.ts'
import { flush, sha256Of } from './durable-copy.ts'
import { copyLedger } from './known-withdrawals.ts'
import {
  backupName,
  backupsIn,
  type Manifest,
  type ManifestFile,
  readManifest,
  refuseDamaged,
  writeManifest,
} from './manifest.ts'

const atOnce = 4
const rounds = 20
const databases = ['werkschau.db', 'counters.db'] as const

export interface Backup {
  readonly config: Config
  readonly clock: Clock
  readonly version: string
  /** The folder of the backups. */
  readonly to: string
  /** So many backups are kept, this one included; all of them without a number. */
  readonly keep: number | undefined
  /** Reads all that is taken over from the backup before. */
  readonly check: boolean
  readonly progress: (files: number, bytes: number) => void
}

export interface BackupMade {
  readonly folder: string
  readonly groups: number
  readonly images: number
  readonly files: number
  readonly bytes: number
  /** Bytes that were not in the backup before. */
  readonly newBytes: number
  readonly missing: readonly string[]
  readonly removed: readonly string[]
}

/**
 * Makes a backup of an installation while it works: the rows as they were at one moment, and the bytes of all of their
 * files, as an installation in one folder, also where the service has a database server or a bucket. What was deleted before
 * that moment is not in it. A crash leaves no half backup that looks whole.
 */
export async function backUp(backup: Backup): Promise<BackupMade> {
  const { config, to, clock } = backup
  using lock = acquireFileLock(join(config.dataDir, 'backup.lock'))
  if (lock === undefined) throw new OperatorError('Another backup of this installation is running')
  await mkdir(to, { recursive: true, mode: 0o700 })
  await removeLeftovers(to)
  const previous = await lastOf(to)
  const partial = join(to, `.partial-${process.pid}@${hostname()}`)
  await mkdir(partial, { mode: 0o700 })
  try {
    for (const folder of Object.values(folders)) await mkdir(join(partial, folder))
    await using live = await openPlace(config)
    const source = config.s3 ? bucketSource(live.files) : folderSource(config.dataDir)
    const taker: FileBackup = { source, backup: partial, previous, check: backup.check }
    const createdAt = unusedTime(to, clock.now())
    const content = await takeContent(backup, live, taker)
    const files = [...content.files.values()]
    await writeManifest(partial, manifestOf(content, madeBy(backup, createdAt)))
    for (const folder of Object.values(folders)) await flush(join(partial, folder))
    const folder = join(to, backupName(createdAt))
    await rename(partial, folder)
    await flush(to)
    await copyLedger(to, content)
    await recordBackup(live, createdAt)
    return {
      folder,
      groups: content.groups,
      images: content.images,
      files: files.length,
      bytes: sum(files),
      newBytes: sum(files.filter(({ linked }) => !linked)),
      missing: content.missing,
      removed: await prune(to, { keep: backup.keep, made: folder }),
    }
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}

/** The next moment that no backup is named by: the clock may have been set back. */
function unusedTime(to: string, now: Date): Date {
  return existsSync(join(to, backupName(now))) ? unusedTime(to, new Date(now.getTime() + 1)) : now
}

/** undefined also where its list is damaged: then everything is copied. */
async function lastOf(to: string): Promise<Previous | undefined> {
  const before = (await backupsIn(to)).at(-1)
  if (before === undefined) return undefined
  const manifest = await readManifest(before).catch(() => undefined)
  return manifest && previousOf(before, manifest)
}

const madeBy = ({ version, check, clock }: Backup, createdAt: Date) => ({
  version,
  createdAt: createdAt.toISOString(),
  ...(check && { verifiedAt: clock.now().toISOString() }),
})

const manifestOf = (
  { ledgerId, groups, images, files, missing }: Content,
  made: Pick<Manifest, 'version' | 'createdAt' | 'verifiedAt'>,
): Manifest => ({
  format: 1,
  ...made,
  ...(ledgerId !== undefined && { ledgerId }),
  groups,
  images,
  files: [...files.values()].map(({ linked: _, ...file }) => file),
  missing,
})

/** For the monitoring. A complete backup does not fail because it could not be recorded. */
async function recordBackup({ database }: Installation, at: Date): Promise<void> {
  await database.transaction((tx) => tx.jobs.recordRun('backup', at.toISOString())).catch(() => undefined)
}

const sum = (files: readonly { size: number }[]) => files.reduce((bytes, { size }) => bytes + size, 0)

interface Content {
  readonly groups: number
  readonly images: number
  readonly ledgerId: string | undefined
  readonly withdrawals: readonly Withdrawal[]
  readonly files: ReadonlyMap<string, BackedUpFile>
  readonly missing: string[]
}

const pathOf = ({ kind, name }: FileName) => `${folders[kind]}/${name}`

/** Rows first, then their files. If a file was deleted meanwhile, the rows are copied again. */
async function takeContent({ config, progress }: Backup, live: Installation, taker: FileBackup): Promise<Content> {
  const taken = new Map<string, BackedUpFile>()
  for (let round = 1; round <= rounds; round++) {
    const single = await takeSingleFiles(config.dataDir, taker)
    await saveRows(config, live, taker.backup)
    if (!(await isStill(config.dataDir, single))) continue
    const rows = await readRows(config, taker.backup)

    const absent: FileName[] = []
    let bytes = sum([...taken.values()])
    await forEachConcurrently(toTake(rows.files, taken), atOnce, async (file) => {
      const found = await backUpFile(taker, pathOf(file))
      if (found === undefined) return void absent.push(file)
      taken.set(found.path, found)
      bytes += found.size
      progress(taken.size, bytes)
    })
    absent.push(...(await dropUnfinished({ live: live.database, taker, taken, files: rows.files })))
    const missing = await stillWanted(live.database, absent)
    if (missing.length < absent.length) continue

    const wanted = new Set(rows.files.map(pathOf))
    for (const path of taken.keys()) {
      if (wanted.has(path)) continue
      await rm(join(taker.backup, path), { force: true })
      taken.delete(path)
    }
    const all = new Map([...taken, ...single.map((file) => [file.path, file] as const)])
    await refuseDamaged(join(taker.backup, 'werkschau.db'))
    for (const name of databases) {
      const file = await describe(taker.backup, name)
      if (file) all.set(name, { ...file, linked: false })
    }
    return { ...rows, files: all, missing: missing.map(pathOf) }
  }
  throw new Error('Photos are deleted faster than they can be copied: try again when the service is less busy')
}

async function* toTake(files: readonly FileName[], taken: ReadonlyMap<string, BackedUpFile>): AsyncGenerator<FileName> {
  for (const file of files) if (!taken.has(pathOf(file))) yield file
}

/** The rows of the copy. It is opened as a data folder of its own. */
async function readRows(config: Config, backup: string) {
  await using copy = await openPlace(inFolder(config, backup))
  const files = await Array.fromAsync(filesOfImages(copy.database))
  const { pending, approved } = await copy.database.moderation.countByState('all')
  const { images } = await copy.database.overview.stored('all')
  const ledgerId = await copy.database.serviceState.get('ledger')
  return { groups: pending + approved, images, files, ledgerId, withdrawals: await copy.database.withdrawals.all() }
}

/** A preview looks complete before it is; until then its name is planned for removal. */
async function dropUnfinished({
  live,
  taker,
  taken,
  files,
}: {
  live: Database
  taker: FileBackup
  taken: Map<string, BackedUpFile>
  files: readonly FileName[]
}): Promise<FileName[]> {
  const noted = await live.fileRemovals.planned()
  const unfinished = new Set(noted.map(pathOf))
  const dropped: FileName[] = []
  for (const file of files) {
    const found = taken.get(pathOf(file))
    if (file.kind !== 'preview' || found === undefined) continue
    if (!unfinished.has(found.path) && (found.linked || (await isUnchanged(taker.source, found)))) continue
    // Deleted with its row since it was copied: the copy is whole.
    if ((await live.images.findByStoredName(file.kind, file.name)) === undefined) continue
    await rm(join(taker.backup, found.path), { force: true })
    taken.delete(found.path)
    dropped.push(file)
  }
  return dropped
}

/** Files that rows still name, though they are not there: those of all others were deleted with their rows. */
async function stillWanted(live: Database, absent: readonly FileName[]): Promise<FileName[]> {
  const wanted = []
  for (const file of absent) if (await live.images.findByStoredName(file.kind, file.name)) wanted.push(file)
  return wanted
}

/** The files beside the database and the photos. */
async function takeSingleFiles(dataDir: string, taker: FileBackup): Promise<BackedUpFile[]> {
  const names = (await readdir(dataDir)).filter((name) => /^(session-secret|groups(\.backup-.*)?\.json)$/.test(name))
  const taken = []
  for (const name of names) taken.push(await backUpFile({ ...taker, source: folderSource(dataDir) }, name))
  return taken.filter((file) => file !== undefined)
}

/** Neither a migration nor a rollback came in between. */
async function isStill(dataDir: string, files: readonly ManifestFile[]): Promise<boolean> {
  const hasJson = existsSync(join(dataDir, 'groups.json'))
  if (hasJson !== files.some(({ path }) => path === 'groups.json')) return false
  for (const file of files) if (!(await isUnchanged(folderSource(dataDir), file))) return false
  return true
}

/** Puts all rows of one moment into new files of an embedded database. */
async function saveRows({ dataDir, ...config }: Config, { engine }: Installation, backup: string): Promise<void> {
  for (const name of databases) {
    for (const ending of ['', '-wal', '-shm']) await rm(join(backup, `${name}${ending}`), { force: true })
  }
  if (config.secrets.databaseUrl !== undefined) {
    await using copy = await openPlace(inFolder({ ...config, dataDir }, backup))
    await copyRows({ source: engine, target: copy.engine, sameFiles: true, last: async () => undefined })
    return
  }
  for (const name of databases) {
    if (existsSync(join(dataDir, name))) await saveDatabase(join(dataDir, name), join(backup, name))
  }
}

async function describe(backup: string, path: string): Promise<ManifestFile | undefined> {
  const whole = join(backup, path)
  if (!existsSync(whole)) return undefined
  await flush(whole)
  const { size, mtimeMs } = await stat(whole)
  return { path, size, modified: mtimeMs, sha256: await sha256Of(whole) }
}

/** The one just made stays, also where a clock that was wrong has made others look newer. */
async function prune(to: string, { keep, made }: { keep: number | undefined; made: string }): Promise<string[]> {
  const others = (await backupsIn(to)).filter((folder) => folder !== made)
  const old = keep === undefined ? [] : others.slice(0, Math.max(0, others.length + 1 - keep))
  for (const folder of old) {
    // Out of the way first: half of a backup must not look like one.
    const leaving = join(dirname(folder), `.partial-0@${hostname()}-${process.pid}`)
    await rename(folder, leaving)
    await rm(leaving, { recursive: true, force: true })
  }
  return old
}

/** Backups that processes before this one have not finished: none of them runs, because this one has the lock. */
async function removeLeftovers(to: string): Promise<void> {
  for (const name of await readdir(to)) {
    if (name.startsWith('.partial-')) await rm(join(to, name), { recursive: true, force: true })
  }
}
