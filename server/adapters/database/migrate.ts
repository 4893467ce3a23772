import { sql } from 'kysely'
import { type Migration as KyselyMigration, Migrator } from 'kysely/migration'
import { OperatorError } from '#server/domain/errors.ts'
import type { Engine } from './engine.ts'
import { visibility } from './migrations/011-visibility.ts'
import { accounts } from './migrations/012-accounts.ts'
import { takedowns } from './migrations/013-takedowns.ts'
import { secondFactors } from './migrations/014-second-factors.ts'
import { adminAudit } from './migrations/015-admin-audit.ts'
import { formerTokens } from './migrations/016-former-tokens.ts'
import { bodyDigests } from './migrations/017-body-digests.ts'
import { withdrawals } from './migrations/018-withdrawals.ts'
import { changeCounters } from './migrations/019-change-counters.ts'
import { groupSearch } from './migrations/020-group-search.ts'
import { removalRequests } from './migrations/021-removal-requests.ts'
import { submissions } from './migrations/022-submissions.ts'
import { consentProof } from './migrations/023-consent-proof.ts'
import { lastApproved } from './migrations/024-last-approved.ts'
import { imageMarks } from './migrations/025-image-marks.ts'
import { notificationChannels } from './migrations/026-notification-channels.ts'
import { screens } from './migrations/027-screens.ts'
import { settings } from './migrations/028-settings.ts'
import { approvedRetention } from './migrations/029-approved-retention.ts'
import { listIndexes } from './migrations/030-list-indexes.ts'
import { pairingSettings } from './migrations/031-pairing-settings.ts'
import { platformOrder } from './migrations/032-platform-order.ts'
import { pendingByDeadline } from './migrations/033-pending-by-deadline.ts'
import { groups } from './migrations/first-release/001-groups.ts'
import { consents } from './migrations/first-release/002-consents.ts'
import { logs } from './migrations/first-release/003-logs.ts'
import { admins } from './migrations/first-release/004-admins.ts'
import { backgroundWork } from './migrations/first-release/005-background-work.ts'
import { moderation } from './migrations/first-release/006-moderation.ts'
import { servedJobs } from './migrations/first-release/007-served-jobs.ts'
import { failedValidations } from './migrations/first-release/008-failed-validations.ts'
import { imageAdditions } from './migrations/first-release/009-image-additions.ts'
import { indexesOfRareRows } from './migrations/first-release/010-rare-rows.ts'
import type { Migration } from './migrations/migration.ts'

const migrations: Readonly<Record<string, Migration>> = {
  '001-groups': groups,
  '002-consents': consents,
  '003-logs': logs,
  '004-admins': admins,
  '005-background-work': backgroundWork,
  '006-moderation': moderation,
  '007-served-jobs': servedJobs,
  '008-failed-validations': failedValidations,
  '009-image-additions': imageAdditions,
  '010-rare-rows': indexesOfRareRows,
  '011-visibility': visibility,
  '012-accounts': accounts,
  '013-takedowns': takedowns,
  '014-second-factors': secondFactors,
  '015-admin-audit': adminAudit,
  '016-former-tokens': formerTokens,
  '017-body-digests': bodyDigests,
  '018-withdrawals': withdrawals,
  '019-change-counters': changeCounters,
  '020-group-search': groupSearch,
  '021-removal-requests': removalRequests,
  '022-submissions': submissions,
  '023-consent-proof': consentProof,
  '024-last-approved': lastApproved,
  '025-image-marks': imageMarks,
  '026-notification-channels': notificationChannels,
  '027-screens': screens,
  '028-settings': settings,
  '029-approved-retention': approvedRetention,
  '030-list-indexes': listIndexes,
  '031-pairing-settings': pairingSettings,
  '032-platform-order': platformOrder,
  '033-pending-by-deadline': pendingByDeadline,
}

/** The steps already taken. Looking at the whole schema, as the migrator does, would delay each start. */
async function stepsTaken({ db }: Engine): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    return rows.map(({ name }) => name)
  } catch {
    // A new database has no such table; one that cannot be reached says so to the migrator.
    return []
  }
}

/** This release cannot read the rows of a newer one: misreading them could lose some. */
function refuseNewer(taken: readonly string[]): void {
  const unknown = taken.filter((name) => !(name in migrations))
  if (unknown.length === 0) return
  throw new OperatorError(
    `The database was upgraded by a newer release (${unknown.at(-1)}): start that release, or restore the backup from before the upgrade`,
  )
}

/** Brings the schema up to date. OperatorError when a newer release has done so. Two processes that start at once are safe: one migrates, the other waits (D38). `upTo` is for tests of earlier schemas. */
export async function migrate(engine: Engine, upTo = Object.keys(migrations).at(-1) ?? ''): Promise<void> {
  const taken = await stepsTaken(engine)
  refuseNewer(taken)
  if (taken.length === Object.keys(migrations).length) return
  const steps = Object.entries(migrations).map(([name, step]): [string, KyselyMigration] => [
    name,
    { up: (db) => step({ ...engine, db }) },
  ])
  await engine.forMigration(async (db) => {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(steps) } })
    const { error } = await migrator.migrateTo(upTo)
    if (error) throw error
  })
}
