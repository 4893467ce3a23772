import { formatBytes } from '#server/domain/text/format-bytes.ts'
import type { ReappliedWithdrawals } from '#server/operations/backup/reapply-withdrawals.ts'
import { type Restored, restore } from '#server/operations/backup/restore.ts'
import { formatCount } from '#server/operations/format.ts'
import { embedded, formatProgress } from './backup-command.ts'
import { describeReplay, fileLines } from './describe-check.ts'
import { type Command, parseWords, UsageError } from './run-command.ts'

const usage = `npm run restore -- --from <backup> [--replace] [--bring-back <groupId>]…

Restores rows and files from a backup, after checking all of it. The service must be stopped. --replace replaces
existing data. What was withdrawn or deleted since the backup stays withdrawn, according to the current database or the
ledger of withdrawals; accounts and passwords stay as they are now. --bring-back restores a group that was deleted,
hidden or unapproved since; withdrawn consents stay withdrawn.`

/** Returns what to print. UsageError for invalid arguments; else as `restore`. */
export async function runRestoreCommand({ env, words, progress }: Command): Promise<string> {
  const options = {
    from: { type: 'string' },
    replace: { type: 'boolean', default: false },
    'bring-back': { type: 'string', multiple: true, default: [] as string[] },
  } as const
  const values = parseWords({ args: [...words], options }, usage).values
  const { from, replace, 'bring-back': bringBack } = values
  if (from === undefined) throw new UsageError('--from is missing', usage)
  const config = embedded(env)
  const show = formatProgress(progress)
  return describe(await restore({ config, from, replace, bringBack: new Set(bringBack), progress: show }))
}

const sources: Readonly<Record<ReappliedWithdrawals['source'], string>> = {
  database:
    'Withdrawals since then come from the database that was replaced; accounts and passwords stay as they were in it.',
  ledger: 'Withdrawals since then come from the ledger of withdrawals.',
  copy: 'Withdrawals since then come from the copy of the ledger beside the backups, which ends with the last backup: repeat later ones from your own list.',
  nowhere:
    'Neither the database nor a ledger of withdrawals can be read, so withdrawals since then are unknown: no group is approved, and accounts and passwords are those of the backup.',
}

function describe({ manifest, bytes, withdrawnAgain, checked }: Restored): string {
  const { source, unapproved } = withdrawnAgain
  return [
    `Restored the backup of ${manifest.createdAt}: ${formatCount(manifest.groups)} groups, ${formatCount(manifest.images)} images, ${formatBytes(bytes)}.`,
    sources[source],
    ...(source === 'nowhere' ? [`Groups that wait for approval because of this: ${formatCount(unapproved)}.`] : []),
    ...describeReplay(withdrawnAgain),
    ...fileLines(checked, true),
    ...(checked.withoutPreview > 0
      ? [`Missing previews, made at the next start: ${formatCount(checked.withoutPreview)}.`]
      : []),
  ].join('\n')
}
