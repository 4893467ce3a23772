import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { systemClock } from '#server/adapters/clock/system-clock.ts'
import { createPreviewer } from '#server/adapters/images/sharp-previewer.ts'
import { refuseMissingDatabase } from '#server/adapters/open/open-database.ts'
import { createPasswords } from '#server/adapters/passwords/argon2-passwords.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { OperatorError } from '#server/domain/errors.ts'
import { settingsInForce } from '#server/domain/settings/settings.ts'
import { makeMissingPreviews } from '#server/jobs/make-missing-previews.ts'
import { checkFiles } from '#server/operations/check/check-files.ts'
import { checkLedger, type LedgerCheck } from '#server/operations/check/check-ledger.ts'
import { openPlace } from '#server/operations/open-place.ts'
import type { Installation } from '#server/operations/transfer.ts'
import { writeLedger } from '#server/operations/withdrawals/ledger.ts'
import { formatProgress } from './backup-command.ts'
import { describeCheck, isUnsettled } from './describe-check.ts'
import { type Command, leftToDo, type Outcome, parseWords, UsageError } from './run-command.ts'

export const checkUsage = `npm run transfer -- check [--repair] [--restored] [--bring-back <groupId>]… [--remove-most]

Compares rows, files and the ledger of withdrawals; the service may be running. --repair repeats withdrawals that
the database lacks, hides photos without their file, makes missing previews and removes files that belong to no photo.
--restored means that the database has just been restored with its own tools: all sessions end and, without a readable
ledger, all approvals are revoked. --bring-back keeps a group that was deleted since. --remove-most removes files
without a photo even if they are most of the files.

Exit code: 0 if nothing is left to do, 3 if something is, 1 if the check itself failed, 2 for a wrong command.`

/** Runs the check and returns what to print. UsageError, OperatorError. */
export async function runCheckCommand({ env, words, progress }: Command): Promise<Outcome> {
  const { repair, removeMost, ...more } = parse(words)
  const config = readConfig(env)
  if (existsSync(join(config.dataDir, 'groups.json'))) {
    throw new OperatorError('groups.json has not been migrated yet: start the service and open a page first')
  }
  refuseMissingDatabase(config)
  await using place = await openPlace(config)
  const ledger = await checkLedger({ ...place, passwords: createPasswords() }, { ...more, repair })
  const files = await checkFiles(place, { repair, removeMost, progress: formatProgress(progress) })
  // It has hidden photos since the ledger was checked.
  if (repair) await writeLedger(place)
  const madePreviews = repair && files.withoutPreview > 0 ? await makePreviews(config, place) : 0
  const report = { repair, ledger, files, madePreviews }
  return { text: describeCheck(report), exitCode: isUnsettled(report) ? leftToDo : 0 }
}

async function makePreviews(config: Config, place: Installation): Promise<number> {
  const log = pino({ level: 'silent' })
  const { values } = await place.database.settings.all()
  const { maxImagePixels: maxPixels, maxImageSide: maxSide } = settingsInForce(config, values)
  const options = { maxPixels, maxSide, keepsPlaceNames: !config.removePlaceNames, clock: systemClock, log }
  await using previewer = createPreviewer(options)
  return await makeMissingPreviews({ ...place, previewer, log }, new AbortController().signal)
}

function parse(words: readonly string[]): LedgerCheck & { readonly removeMost: boolean } {
  const flag = { type: 'boolean', default: false } as const
  const options = {
    repair: flag,
    restored: flag,
    'remove-most': flag,
    'bring-back': { type: 'string', multiple: true, default: [] as string[] },
  } as const
  const { values } = parseWords({ args: words.slice(1), options }, checkUsage)
  const { repair, restored, 'remove-most': removeMost, 'bring-back': bringBack } = values
  if (!repair && (restored || removeMost || bringBack.length > 0)) {
    throw new UsageError('This option needs --repair', checkUsage)
  }
  return { repair, restored, removeMost, bringBack: new Set(bringBack) }
}
