import { systemClock } from '#server/adapters/clock/system-clock.ts'
import { folders } from '#server/adapters/files/file-names.ts'
import { refuseMissingDatabase } from '#server/adapters/open/open-database.ts'
import { readConfig } from '#server/config/config.ts'
import { version } from '#server/config/version.ts'
import { formatBytes } from '#server/domain/text/format-bytes.ts'
import { type BackupMade, backUp } from '#server/operations/backup/back-up.ts'
import { formatCount } from '#server/operations/format.ts'
import { lineOf } from './describe-check.ts'
import { type Command, leftToDo, type Outcome, parseWords, UsageError } from './run-command.ts'

const backupUsage = `npm run backup -- --to <folder> [--keep <number>] [--check]

Makes a backup in a new folder below <folder>, with a database server or a bucket, too; the service may be running. Files that the previous backup has are
hard links to it and take no space. --keep <number> keeps that many backups and removes older ones. --check also reads
the linked files.

Exit code: 0 if the backup has all photos, 3 if the installation lacks some, 1 if there is no backup, 2 for a wrong
command.`

/** Returns what to print. UsageError for invalid arguments; else as `backUp`. */
export async function runBackupCommand({ env, words, progress }: Command): Promise<Outcome> {
  const options = { to: { type: 'string' }, keep: { type: 'string' }, check: { type: 'boolean' } } as const
  const { to, keep, check = false } = parseWords({ args: [...words], options }, backupUsage).values
  if (!to) throw new UsageError('--to is missing', backupUsage)
  if (keep !== undefined && !/^[1-9]\d{0,4}$/.test(keep))
    throw new UsageError(`--keep ${keep} is not a number`, backupUsage)
  const config = readConfig(env)
  refuseMissingDatabase(config)
  const plan = { config, to, keep: keep === undefined ? undefined : Number(keep), check }
  const made = await backUp({ ...plan, clock: systemClock, version, progress: formatProgress(progress) })
  // A missing preview is made again at the next start.
  const lacksPhotos = made.missing.some((path) => path.startsWith(`${folders.original}/`))
  return { text: describeBackup(made), exitCode: lacksPhotos || made.cutShort.length > 0 ? leftToDo : 0 }
}

export const formatProgress = (progress: (text: string) => void) => (files: number, bytes: number) =>
  progress(`${formatCount(files)} files, ${formatBytes(bytes)}`)

function describeBackup({ folder, groups, images, files, bytes, newBytes, ...more }: BackupMade): string {
  return [
    folder,
    `${formatCount(groups)} groups, ${formatCount(images)} images; ${formatCount(files)} files, ${formatBytes(bytes)}, of which ${formatBytes(newBytes)} are new.`,
    ...lineOf('Missing in the installation', more.missing),
    ...lineOf('Cut short in the installation; a backup from before may have it whole', more.cutShort),
    ...more.removed.map((old) => `Removed ${old}`),
  ].join('\n')
}
