import { AppError } from '#server/domain/errors.ts'
import type { Transaction } from '#server/ports/database.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { IncomingGroup } from '#server/ports/group-transfer.ts'
import type { CheckedArchive } from './check-archive.ts'
import { completeGroup, inactivePlatform } from './complete-group.ts'

const progressEveryMs = 2_000

/**
 * Adds the rows of a file that was checked. It is read a second time inside the transaction, because twenty thousand
 * groups do not stay in memory meanwhile. AppError MIGRATION_FAILED when a group of the database has what must be unique, or
 * when the file was changed since.
 */
export async function importGroups(
  deps: Pick<Deps, 'archive' | 'config' | 'log'>,
  tx: Transaction,
  checked: CheckedArchive,
): Promise<void> {
  for (const name of checked.unknownPlatforms) await tx.platforms.add(inactivePlatform(name))
  const platforms = await tx.platforms.all()
  const mayClash = await tx.groups.any()
  const factsKnown = checked.rollbackId !== null
  let groups = 0
  let images = 0
  let loggedAt = performance.now()

  const { digest } = await deps.archive.read(async (batch) => {
    const incoming = batch.map((archived) => {
      const files = checked.files.slice(images, images + archived.images.length)
      images += archived.images.length
      return completeGroup(archived, { platforms, files, factsKnown, keepLocation: deps.config.keepLocation })
    })
    if (mayClash) await refuseClash(tx, incoming)
    await tx.transfer.insert(incoming)
    groups += batch.length
    if (performance.now() - loggedAt < progressEveryMs) return
    loggedAt = performance.now()
    deps.log.info({ groups, of: checked.groups }, 'migrating groups.json to the database')
  })
  if (digest !== checked.digest) throw new AppError('MIGRATION_FAILED', 'groups.json was changed during its migration')
}

async function refuseClash(tx: Transaction, incoming: readonly IncomingGroup[]): Promise<void> {
  const clash = await tx.transfer.findClash(incoming)
  if (clash === undefined) return
  const { groupId, field } = clash
  throw new AppError(
    'MIGRATION_FAILED',
    `groups.json has an error in group ${groupId}: ${field} is that of a group or image in the database`,
  )
}
