import { type Config, readConfig } from '#server/config/config.ts'
import { OperatorError } from '#server/domain/errors.ts'
import { formatBytes } from '#server/domain/text/format-bytes.ts'
import type { ReappliedWithdrawals } from '#server/operations/backup/reapply-withdrawals.ts'
import { type Restored, restore, type SinceBackup, sinceBackupRules } from '#server/operations/backup/restore.ts'
import { formatCount } from '#server/operations/format.ts'
import { formatProgress } from './backup-command.ts'
import { describeReplay, fileLines } from './describe-check.ts'
import { type Command, parseWords, UsageError } from './run-command.ts'

const usage = `npm run restore -- --from <backup> [--replace] [--since-backup=keep|unapprove] [--bring-back <groupId>]…

Restores rows and files from a backup, after checking all of it. The service must be stopped. --replace replaces
existing data. What was withdrawn or deleted since the backup stays withdrawn, according to the current database or the
ledger of withdrawals; accounts and passwords stay as they are now. Where both are missing, withdrawals since the backup are unknown and --since-backup
is needed: unapprove (recommended) takes every group's approval, so that moderators look at it again; keep leaves approvals as
the backup has them. --bring-back restores a group that was deleted,
hidden or unapproved since; withdrawn consents stay withdrawn.`

/** Returns what to print. UsageError for invalid arguments; else as `restore`. */
export async function runRestoreCommand({ env, words, progress, ask }: Command): Promise<string> {
  const options = {
    from: { type: 'string' },
    replace: { type: 'boolean', default: false },
    'since-backup': { type: 'string' },
    'bring-back': { type: 'string', multiple: true, default: [] as string[] },
  } as const
  const values = parseWords({ args: [...words], options }, usage).values
  const { from, replace, 'since-backup': rule, 'bring-back': bringBack } = values
  if (!from) throw new UsageError('--from is missing', usage)
  if (rule !== undefined && !isRule(rule))
    throw new UsageError(`--since-backup ${rule} is neither keep nor unapprove`, usage)
  const config = embedded(env)
  const show = formatProgress(progress)
  const sinceBackup = async (known: string) => rule ?? (await askForRule(known, ask))
  const plan = { config, from, replace, bringBack: new Set(bringBack), sinceBackup, progress: show }
  return describe(await restore(plan))
}

/** OperatorError for a database server or a bucket. */
function embedded(env: Command['env']): Config {
  const config = readConfig(env)
  if (config.secrets.databaseUrl === undefined && config.s3 === undefined) return config
  throw new OperatorError(
    'A backup is restored into one folder: run this without DATABASE_URL and S3_BUCKET, then npm run transfer. See docs/operations.md, Restore',
  )
}

const isRule = (text: string): text is SinceBackup => sinceBackupRules.some((each) => each === text)

/** OperatorError without an answer, or with any other answer. */
async function askForRule(known: string, ask: Command['ask']): Promise<SinceBackup> {
  const unknown = `The database and its ledger of withdrawals are not in the data folder, so what was withdrawn or deleted after ${known}, the time of the backup or of the last entry in the copy beside it, is unknown.`
  const answer = (await ask?.(`${unknown} keep approvals, or unapprove all groups (recommended)? `))?.trim() ?? ''
  if (isRule(answer)) return answer
  throw new OperatorError(
    `${unknown} Repeat with --since-backup=unapprove (recommended: moderators look at every group again) or --since-backup=keep. Nothing was changed`,
  )
}

const sources: Readonly<Record<ReappliedWithdrawals['source'], string>> = {
  database:
    'Withdrawals since then come from the database that was replaced; accounts and passwords stay as they were in it.',
  ledger: 'Withdrawals since then come from the ledger of withdrawals.',
  copy: 'Withdrawals since then come from the copy of the ledger beside the backups. What it lacks, as after a gap that the team was told of, is unknown: repeat it from your own list.',
  nowhere:
    'Neither the database nor a ledger of withdrawals can be read, so withdrawals since then are unknown, and accounts and passwords are those of the backup.',
}

function describe({ manifest, bytes, withdrawnAgain, checked }: Restored): string {
  const { source, unapproved } = withdrawnAgain
  return [
    `Restored the backup of ${manifest.createdAt}: ${formatCount(manifest.groups)} groups, ${formatCount(manifest.images)} images, ${formatBytes(bytes)}.`,
    sources[source],
    ...(unapproved > 0 ? [`Groups that wait for approval because of this: ${formatCount(unapproved)}.`] : []),
    ...describeReplay(withdrawnAgain),
    ...fileLines(checked, true),
    ...(checked.withoutPreview > 0
      ? [`Missing previews, made at the next start: ${formatCount(checked.withoutPreview)}.`]
      : []),
  ].join('\n')
}
