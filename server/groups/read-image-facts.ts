import type { Deps } from '#server/deps.ts'
import { captureDateOf } from '#server/domain/capture-date.ts'
import type { Image } from '#server/domain/image.ts'
import { AppError } from '#server/errors.ts'
import { patchGroup } from './lock-group.ts'
import { removalOf } from './removal-of.ts'

export type FactsDeps = Pick<Deps, 'config' | 'files' | 'log' | 'previewer' | 'database'>

/**
 * Looks into an image from before its facts were kept, as a migration brings them: size, type, date, camera. Its position
 * is taken out of the file as at an upload (D12). Returns whether the facts are known now; a missing or damaged file is
 * logged.
 */
export async function readImageFacts(deps: FactsDeps, image: Image): Promise<boolean> {
  const { config, files, log, previewer } = deps
  const about = { image: image.id, groupId: image.groupId }
  const facts = await files.edit('original', image.storedName, (path) =>
    previewer.readFacts(path, { remove: removalOf(config) }).catch((error: unknown) => {
      if (error instanceof AppError) return error
      throw error
    }),
  )
  const file = await files.open('original', image.storedName)
  if (facts === undefined || file === undefined) {
    // One that was deleted since is not missing.
    const isWanted = await deps.database.images.findByStoredName('original', image.storedName)
    if (isWanted) log.warn(about, 'the original of an image is missing')
    return false
  }
  if (facts instanceof AppError) {
    log.warn({ ...about, code: facts.code }, 'the facts of an image could not be read')
    return false
  }
  await keepFacts(deps, image, { ...facts, fileSize: file.size })
  return true
}

async function keepFacts(
  { database }: FactsDeps,
  { id, groupId }: Image,
  facts: Parameters<Parameters<Parameters<Deps['database']['transaction']>[0]>[0]['images']['setFacts']>[1],
): Promise<void> {
  await database.transaction(async (tx) => {
    const group = await tx.groups.lock(groupId)
    if (group === undefined) return
    await tx.images.setFacts({ id, groupId }, facts)
    const captureDate = captureDateOf(await tx.images.ofGroup(groupId))
    if (captureDate !== group.captureDate) await patchGroup(tx, groupId, { captureDate })
  })
}
