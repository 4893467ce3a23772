import { AppError } from '#server/domain/errors.ts'
import { captureDateOf, type Image, isImageRefusal } from '#server/domain/group.ts'
import { patchGroup } from '#server/groups/change-group.ts'
import { removalOf } from '#server/groups/removal-of.ts'
import { filesOf, removeFilesNow } from '#server/groups/remove-files-now.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import type { FileKind } from '#server/ports/file-store.ts'
import type { ImageFacts } from '#server/ports/previewer.ts'

type Edited = ImageFacts | AppError | undefined

export const bothFiles: ReadonlySet<FileKind> = new Set(['original', 'preview'])

export type FactsDeps = Pick<Deps, 'config' | 'files' | 'log' | 'previewer' | 'database'>

/**
 * Reads the facts of an image that has none, such as a migrated one: size, type, date, camera. Its position
 * is taken out of its files as at an upload (D12). Returns the files without one; the facts are known if the original is among them.
 * A missing or damaged file is logged.
 */
export async function readImageFacts(deps: FactsDeps, image: Image): Promise<ReadonlySet<FileKind>> {
  const about = { image: image.id, groupId: image.groupId }
  const { facts, preview } = await editFiles(deps, image)
  // Files written back while they are removed would stay forever.
  if (!(await isWanted(deps, image))) {
    await removeAgain(deps, image)
    return new Set()
  }
  if (facts && !(facts instanceof AppError)) {
    await keepFacts(deps, image, facts)
    return bothFiles
  }
  if (facts) deps.log.warn({ ...about, code: facts.code }, 'the facts of an image could not be read')
  else deps.log.warn(about, 'the original of an image is missing')
  return new Set(preview instanceof AppError ? [] : ['preview'])
}

/** Undefined where a file is missing, or was removed meanwhile. */
async function editFiles(deps: FactsDeps, image: Image): Promise<{ facts?: Edited; preview?: Edited }> {
  try {
    const facts = await cleaned(deps, { kind: 'original', name: image.storedName })
    // A preview that another program made may have a position, too.
    const preview = deps.config.keepLocation
      ? undefined
      : await cleaned(deps, { kind: 'preview', name: image.storedPreviewName })
    if (preview instanceof AppError && facts) await removePreview(deps, image, preview)
    return { facts, preview }
  } catch (error) {
    if (await isWanted(deps, image)) throw error
    return {}
  }
}

/** AppError as a result: it cannot be read, and may still have its position. */
const cleaned = ({ config, files, previewer }: FactsDeps, { kind, name }: FileName) =>
  files.edit(kind, name, (path) =>
    previewer.readFacts(path, { remove: removalOf(config) }).catch((error: unknown) => {
      if (isImageRefusal(error)) return error
      throw error
    }),
  )

/** It is made again from the original. */
async function removePreview({ files, log }: FactsDeps, image: Image, { code }: AppError): Promise<void> {
  log.warn({ code, image: image.id, groupId: image.groupId }, 'a preview cannot be read')
  await files.remove('preview', image.storedPreviewName)
}

const isWanted = async ({ database }: FactsDeps, { storedName }: Image): Promise<boolean> =>
  (await database.images.findByStoredName('original', storedName)) !== undefined

/** The removal is planned first: a crash leaves it to the outbox. */
async function removeAgain(deps: FactsDeps, image: Image): Promise<void> {
  const files = filesOf([image])
  await deps.database.planFileRemovals(files, 0)
  await removeFilesNow(deps, files)
}

async function keepFacts({ database }: FactsDeps, { id, groupId }: Image, facts: ImageFacts): Promise<void> {
  await database.transaction(async (tx) => {
    const group = await tx.groups.lock(groupId)
    if (group === undefined) return
    await tx.images.setFacts({ id, groupId }, facts)
    const captureDate = captureDateOf(await tx.images.ofGroup(groupId))
    if (captureDate !== group.captureDate) await patchGroup(tx, groupId, { captureDate })
  })
}
