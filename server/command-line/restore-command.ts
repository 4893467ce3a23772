import { parseArgs } from 'node:util'
import { formatBytes } from '#server/domain/text/format-bytes.ts'
import { type Restored, restore } from '#server/operations/backup/restore.ts'
import type { WithdrawnAgain } from '#server/operations/backup/withdraw-again.ts'
import { formatCount } from '#server/operations/format.ts'
import { type Command, embedded, formatProgress, valuesOf } from './backup-command.ts'
import { fileLines } from './describe-check.ts'
import { describeReplay } from './describe-replay.ts'
import { UsageError } from './usage-error.ts'

const usage = `npm run restore -- --from <backup> [--replace] [--bring-back <groupId>]…

Puts rows and files back as one backup has them, after checking all of it. The service must be stopped. --replace
lets it take the place of data that is there. What was withdrawn or deleted since the backup stays so, by the present
database or the ledger of withdrawals; accounts and passwords are those of now. --bring-back names a group that comes
back although it was deleted, hidden or no longer approved; consents that were withdrawn stay so there too.`

/** Returns what to print. UsageError for words that are not understood; else as `restore`. */
export async function runRestoreCommand({ env, words, progress }: Command): Promise<string> {
  const options = {
    from: { type: 'string' },
    replace: { type: 'boolean', default: false },
    'bring-back': { type: 'string', multiple: true, default: [] as string[] },
  } as const
  const values = valuesOf(() => parseArgs({ args: [...words], options }).values, usage)
  const { from, replace, 'bring-back': bringBack } = values
  if (from === undefined) throw new UsageError('From where? --from is missing', usage)
  const config = embedded(env)
  const show = formatProgress(progress)
  return describe(await restore({ config, from, replace, bringBack: new Set(bringBack), progress: show }))
}

const sources: Readonly<Record<WithdrawnAgain['source'], string>> = {
  database:
    'What was withdrawn since is known from the database that was replaced; accounts and passwords are those of now.',
  ledger: 'What was withdrawn since is known from the ledger of withdrawals.',
  copy: 'What was withdrawn since is known from the copy of the ledger beside the backups, which ends with the last backup: go by your own list for later requests.',
  nowhere:
    'Neither the database nor a ledger of withdrawals can be read, so nobody knows what was withdrawn since: no group is approved, and accounts and passwords are those of the backup.',
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
