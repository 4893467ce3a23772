import { systemClock } from '#server/adapters/clock/system-clock.ts'
import { refuseMissingDatabase } from '#server/adapters/open/open-database.ts'
import { readConfig } from '#server/config/config.ts'
import { version } from '#server/config/version.ts'
import { formatBytes } from '#server/domain/text/format-bytes.ts'
import { type BackupMade, backUp } from '#server/operations/backup/back-up.ts'
import { formatCount } from '#server/operations/format.ts'
import { type Command, parseWords, UsageError } from './run-command.ts'

const backupUsage = `npm run backup -- --to <folder> [--keep <number>] [--check]

Makes a backup in a new folder below <folder>, with a database server or a bucket, too; the service may be running. Files that the previous backup has are
hard links to it and take no space. --keep <number> keeps that many backups and removes older ones. --check also reads
the linked files.`

/** Returns what to print. UsageError for invalid arguments; else as `backUp`. */
export async function runBackupCommand({ env, words, progress }: Command): Promise<string> {
  const options = { to: { type: 'string' }, keep: { type: 'string' }, check: { type: 'boolean' } } as const
  const { to, keep, check = false } = parseWords({ args: [...words], options }, backupUsage).values
  if (to === undefined) throw new UsageError('--to is missing', backupUsage)
  if (keep !== undefined && !/^[1-9]\d{0,4}$/.test(keep))
    throw new UsageError(`--keep ${keep} is not a number`, backupUsage)
  const config = readConfig(env)
  refuseMissingDatabase(config)
  const number = keep === undefined ? undefined : Number(keep)
  const made = await backUp({
    config,
    clock: systemClock,
    version,
    to,
    keep: number,
    check,
    progress: formatProgress(progress),
  })
  return describeBackup(made)
}

export const formatProgress = (progress: (text: string) => void) => (files: number, bytes: number) =>
  progress(`${formatCount(files)} files, ${formatBytes(bytes)}`)

function describeBackup({ folder, groups, images, files, bytes, newBytes, missing, removed }: BackupMade): string {
  return [
    folder,
    `${formatCount(groups)} groups, ${formatCount(images)} images; ${formatCount(files)} files, ${formatBytes(bytes)}, of which ${formatBytes(newBytes)} are new.`,
    ...(missing.length > 0 ? [`Missing in the installation: ${missing.join(', ')}`] : []),
    ...removed.map((old) => `Removed ${old}`),
  ].join('\n')
}
