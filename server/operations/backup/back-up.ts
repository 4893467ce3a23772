import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { folders } from '#server/adapters/files/file-names.ts'
import { flush } from '#server/adapters/files/local-file.ts'
import { acquireFileLock } from '#server/concurrency/file-lock.ts'
import type { Config } from '#server/config/config.ts'
import { OperatorError } from '#server/domain/errors.ts'
import { openPlace } from '#server/operations/open-place.ts'
import type { Installation } from '#server/operations/transfer.ts'
import type { Clock } from '#server/ports/clock.ts'
import { bucketSource, type FileBackup, folderSource, type Previous, previousOf } from './back-up-file.ts'
import { copyLedger } from './known-withdrawals.ts'
import { backupName, backupsIn, type Manifest, readManifest, writeManifest } from './manifest.ts'
import { bytesOf, type Content, takeContent } from './take-content.ts'

/** No backup takes longer. */
const longestMs = 3 * 24 * 60 * 60_000

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

export interface BackupMade extends Pick<Content, 'groups' | 'images' | 'missing' | 'cutShort'> {
  readonly folder: string
  readonly files: number
  readonly bytes: number
  /** Bytes that were not in the backup before. */
  readonly newBytes: number
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
      missing: content.missing,
      cutShort: content.cutShort,
      files: files.length,
      bytes: bytesOf(files),
      newBytes: bytesOf(files.filter(({ linked }) => !linked)),
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

/** The one just made stays, also where a clock that was wrong has made others look newer. */
async function prune(to: string, { keep, made }: { keep: number | undefined; made: string }): Promise<string[]> {
  const others = (await backupsIn(to)).filter((folder) => folder !== made)
  const old = keep === undefined ? [] : others.slice(0, Math.max(0, others.length + 1 - keep))
  for (const folder of old) {
    // Out of the way first: half of a backup must not look like one.
    const leaving = join(dirname(folder), `.partial-0-${process.pid}@${hostname()}`)
    await rename(folder, leaving)
    await rm(leaving, { recursive: true, force: true })
  }
  return old
}

/** Backups that were never finished. No other process of this machine makes one; a replica may, in the same folder. */
async function removeLeftovers(to: string): Promise<void> {
  for (const name of (await readdir(to)).filter((each) => each.startsWith('.partial-'))) {
    const { mtimeMs = Number.POSITIVE_INFINITY } = (await stat(join(to, name)).catch(() => undefined)) ?? {}
    if (!name.endsWith(`@${hostname()}`) && mtimeMs > Date.now() - longestMs) continue
    await rm(join(to, name), { recursive: true, force: true })
  }
}
