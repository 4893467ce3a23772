import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { copyRows } from '#server/adapters/database/copy-rows.ts'
import { folders } from '#server/adapters/files/file-names.ts'
import { flush, sha256Of } from '#server/adapters/files/local-file.ts'
import { saveDatabase } from '#server/adapters/open/open-engine.ts'
import { forEachConcurrently } from '#server/concurrency/for-each-concurrently.ts'
import type { Config } from '#server/config/config.ts'
import { inFolder, openPlace } from '#server/operations/open-place.ts'
import { fileOfKey, filesOfImages, isCutShort, sizesOf } from '#server/operations/stored-images.ts'
import type { Installation } from '#server/operations/transfer.ts'
import type { Database } from '#server/ports/deps.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import type { Withdrawal } from '#server/ports/withdrawals/withdrawals.ts'
import { type BackedUpFile, backUpFile, type FileBackup, folderSource, isUnchanged } from './back-up-file.ts'
import { isArchive, type ManifestFile, refuseDamaged } from './manifest.ts'

const atOnce = 4
const rounds = 20
const databases = ['werkschau.db', 'counters.db'] as const

export const bytesOf = (files: readonly { size: number }[]) => files.reduce((bytes, { size }) => bytes + size, 0)

/** What a backup holds, and what it lacks. */
export interface Content {
  readonly groups: number
  readonly images: number
  readonly ledgerId: string | undefined
  readonly withdrawals: readonly Withdrawal[]
  readonly files: ReadonlyMap<string, BackedUpFile>
  readonly missing: string[]
  /** They have lost bytes in the installation. */
  readonly cutShort: string[]
}

const pathOf = ({ kind, name }: FileName) => `${folders[kind]}/${name}`

/** Rows first, then their files. If a file was deleted meanwhile, the rows are copied again. */
export async function takeContent(
  { config, progress }: { readonly config: Config; readonly progress: (files: number, bytes: number) => void },
  live: Installation,
  taker: FileBackup,
): Promise<Content> {
  const taken = new Map<string, BackedUpFile>()
  for (let round = 1; round <= rounds; round++) {
    const single = await takeSingleFiles(config.dataDir, taker)
    await saveRows(config, live, taker.backup)
    if (!(await isStill(config.dataDir, single))) continue
    const rows = await readRows(config, taker.backup)
    if (single.some(isArchive)) for (const key of (await sizesOf(live.files)).keys()) rows.files.push(fileOfKey(key))

    const absent: FileName[] = []
    let bytes = bytesOf([...taken.values()])
    await forEachConcurrently(toTake(rows.files, taken), atOnce, async (file) => {
      const found = await backUpFile(taker, pathOf(file))
      if (found === undefined) return void absent.push(file)
      taken.set(found.path, found)
      bytes += found.size
      progress(taken.size, bytes)
    })
    absent.push(...(await dropUnfinished(live.database, taker, { taken, files: rows.files })))
    const missing = await stillWanted(live.database, absent)
    if (missing.length < absent.length) continue

    await dropDeleted(taker.backup, taken, rows.files)
    const all = new Map([...taken, ...single.map((file) => [file.path, file] as const)])
    await refuseDamaged(join(taker.backup, 'werkschau.db'))
    for (const name of databases) {
      const file = await describe(taker.backup, name)
      if (file) all.set(name, { ...file, linked: false })
    }
    const cutShort = rows.files.filter((file) => isCutShort(file, taken.get(pathOf(file))?.size ?? Infinity))
    return { ...rows, files: all, missing: missing.map(pathOf), cutShort: cutShort.map(pathOf) }
  }
  throw new Error('Photos are deleted faster than they can be copied: try again when the service is less busy')
}

async function* toTake(files: readonly FileName[], taken: ReadonlyMap<string, BackedUpFile>): AsyncGenerator<FileName> {
  for (const file of files) if (!taken.has(pathOf(file))) yield file
}

/** Removes from the backup what was deleted since an earlier round copied it. */
async function dropDeleted(backup: string, taken: Map<string, BackedUpFile>, files: readonly FileName[]) {
  const wanted = new Set(files.map(pathOf))
  for (const path of taken.keys()) {
    if (wanted.has(path)) continue
    await rm(join(backup, path), { force: true })
    taken.delete(path)
  }
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
async function dropUnfinished(
  live: Database,
  taker: FileBackup,
  { taken, files }: { taken: Map<string, BackedUpFile>; files: readonly FileName[] },
): Promise<FileName[]> {
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

/** Files other than the database and the photos. */
async function takeSingleFiles(dataDir: string, taker: FileBackup): Promise<BackedUpFile[]> {
  const names = (await readdir(dataDir)).filter((name) => /^(session-secret|groups(\.backup-.*)?\.json)$/.test(name))
  const taken = []
  for (const name of names) taken.push(await backUpFile({ ...taker, source: folderSource(dataDir) }, name))
  return taken.filter((file) => file !== undefined)
}

/** Neither a migration nor a rollback came in between. */
async function isStill(dataDir: string, files: readonly ManifestFile[]): Promise<boolean> {
  if (existsSync(join(dataDir, 'groups.json')) !== files.some(isArchive)) return false
  for (const file of files) if (!(await isUnchanged(folderSource(dataDir), file))) return false
  return true
}

/** Puts all rows of one moment into new files of an embedded database. */
async function saveRows(config: Config, { engine }: Installation, backup: string): Promise<void> {
  for (const name of databases) {
    for (const ending of ['', '-wal', '-shm']) await rm(join(backup, `${name}${ending}`), { force: true })
  }
  if (config.secrets.databaseUrl !== undefined) {
    await using copy = await openPlace(inFolder(config, backup))
    await copyRows({ source: engine, target: copy.engine, sameFiles: true, last: async () => undefined })
    return
  }
  for (const name of databases) {
    const path = join(config.dataDir, name)
    if (existsSync(path)) await saveDatabase(path, join(backup, name))
  }
}

async function describe(backup: string, path: string): Promise<ManifestFile | undefined> {
  const whole = join(backup, path)
  if (!existsSync(whole)) return undefined
  await flush(whole)
  const { size, mtimeMs } = await stat(whole)
  return { path, size, modified: mtimeMs, sha256: await sha256Of(whole) }
}
