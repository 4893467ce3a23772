import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dataEntries, finishRestore, readyFile, stagingFolder } from '#server/adapters/data-folder/finish-restore.ts'
import { folders } from '#server/adapters/files/file-names.ts'
import { flush, piecesOf } from '#server/adapters/files/local-file.ts'
import { isDatabaseInUse } from '#server/adapters/open/open-engine.ts'
import { forEachConcurrently } from '#server/concurrency/for-each-concurrently.ts'
import type { Config } from '#server/config/config.ts'
import { OperatorError } from '#server/domain/errors.ts'
import { type Checked, checkFiles } from '#server/operations/check/check-files.ts'
import { openPlace } from '#server/operations/open-place.ts'
import { filesOfImages } from '#server/operations/stored-images.ts'
import { requireGroups } from '#server/operations/withdrawals/after-restore.ts'
import { copyDurably } from './durable-copy.ts'
import { knownWithdrawals } from './known-withdrawals.ts'
import { BackupBroken, isArchive, type Manifest, type ManifestFile, readManifest, refuseDamaged } from './manifest.ts'
import { type ReappliedWithdrawals, reapplyWithdrawals, type Withdrawing } from './reapply-withdrawals.ts'

const atOnce = 4

/** What becomes of approvals that may have been withdrawn since the backup (D89). */
export const sinceBackupRules = ['keep', 'unapprove'] as const
export type SinceBackup = (typeof sinceBackupRules)[number]

export interface Restore {
  readonly config: Config
  /** The folder of one backup. */
  readonly from: string
  /** What is there now may go. */
  readonly replace: boolean
  /** Groups that come back although they were deleted, or their approval withdrawn. */
  readonly bringBack: ReadonlySet<string>
  /** Asked only where the present data is missing, before anything is changed; `known` is the time of the last that is known. */
  readonly sinceBackup: (known: string) => Promise<SinceBackup>
  readonly progress: (files: number, bytes: number) => void
}

export interface Restored {
  readonly manifest: Manifest
  readonly bytes: number
  readonly withdrawnAgain: ReappliedWithdrawals
  readonly checked: Checked
}

/**
 * Puts an installation back as a backup has it. All of it is copied and checked first and then takes the place of what is
 * there: a crash leaves the old or the new. Throws OperatorError.
 */
export async function restore({ config, from, replace, bringBack, sinceBackup, progress }: Restore): Promise<Restored> {
  const { dataDir } = config
  const manifest = await readManifest(from)
  await refuseInUse(config)
  finishRestore(dataDir)
  if (!replace && (await hasData(dataDir))) {
    throw new OperatorError(
      `There is data in ${dataDir}. With --replace the backup takes its place and the data is deleted`,
    )
  }
  const known = await knownUntil(config, from, manifest)
  const unapprove = known !== undefined && (await sinceBackup(known)) === 'unapprove'
  const staging = join(dataDir, stagingFolder)
  const coming = join(staging, 'new')
  await rm(staging, { recursive: true, force: true })
  for (const folder of Object.values(folders)) await mkdir(join(coming, folder), { recursive: true, mode: 0o750 })
  await refuseOtherDisks(dataDir, coming)

  let files = 0
  let bytes = 0
  await forEachConcurrently(manifest.files, atOnce, async (file) => {
    await bring(from, coming, file)
    files++
    bytes += file.size
    progress(files, bytes)
  })
  const result = await prepareRows({ config, from, coming, manifest, bringBack, unapprove })
  await refuseDamaged(join(coming, 'werkschau.db'))
  for (const folder of [...Object.values(folders), '.', '..']) await flush(join(coming, folder))

  await refuseInUse(config)
  await writeFile(join(staging, readyFile), JSON.stringify(await readdir(coming)), { flush: true })
  await flush(staging)
  finishRestore(dataDir)
  return { manifest, bytes, ...result }
}

async function refuseInUse(config: Config): Promise<void> {
  if (await isDatabaseInUse(config)) throw new OperatorError('The service is running: stop it first')
}

/** undefined where the data that the backup replaces says all that was withdrawn since. ISO 8601. */
async function knownUntil(config: Config, from: string, manifest: Manifest): Promise<string | undefined> {
  await using known = await knownWithdrawals(config, { from, manifest })
  if (['database', 'ledger'].includes(known.source)) return undefined
  return [manifest.createdAt, ...known.entries.map(({ at }) => at)].toSorted().at(-1)
}

async function hasData(dataDir: string): Promise<boolean> {
  for (const name of dataEntries(dataDir)) {
    const path = join(dataDir, name)
    if (!(await stat(path)).isDirectory() || (await readdir(path)).length > 0) return true
  }
  return false
}

/** Nothing can change its place in one step from one disk to another. */
async function refuseOtherDisks(dataDir: string, coming: string): Promise<void> {
  const { dev } = await stat(coming)
  for (const name of dataEntries(dataDir)) {
    if ((await stat(join(dataDir, name))).dev === dev) continue
    throw new OperatorError(`${join(dataDir, name)} is on another disk than ${dataDir}: restore into an empty folder`)
  }
}

async function bring(from: string, coming: string, { path, size, sha256 }: ManifestFile): Promise<void> {
  const source = join(from, path)
  if (!existsSync(source)) throw new BackupBroken(`${path} is missing`)
  const found = await stat(source)
  if (found.size !== size) throw new BackupBroken(`${path} has ${found.size} bytes instead of ${size}`)
  if ((await copyDurably(piecesOf(source), join(coming, path))) !== sha256)
    throw new BackupBroken(`${path} has other bytes`)
}

/** No row without its bytes, and nothing that was withdrawn meanwhile. */
async function prepareRows(prepared: Omit<Withdrawing, 'restored'>) {
  const { config, coming, bringBack, manifest } = prepared
  await refuseDamaged(join(coming, 'werkschau.db'))
  const known = new Set([...manifest.files.map(({ path }) => path), ...manifest.missing])
  await using restored = await openPlace({ ...config, dataDir: coming })
  for await (const { kind, name } of filesOfImages(restored.database)) {
    const path = `${folders[kind]}/${name}`
    if (!known.has(path)) throw new BackupBroken(`${path} belongs to a row but is not in the backup`)
  }
  await requireGroups(restored.database, bringBack, 'backup')
  const withdrawnAgain = await reapplyWithdrawals({ ...prepared, restored })
  return { withdrawnAgain, checked: await checkFiles(restored, { repair: !manifest.files.some(isArchive) }) }
}
