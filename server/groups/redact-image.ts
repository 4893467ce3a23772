import type { Region } from '#contract/shapes.ts'
import type { EditableGroup } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import { groupChanged, type Image, imageNotFound } from '#server/domain/group.ts'
import { newImageName } from '#server/domain/names.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { ImageFiles } from '#server/ports/image-store.ts'
import { approvalPatch, findGroup, lockGroup, patchGroup, type Revisions, revisionsSince } from './change-group.ts'
import { DraftFiles } from './draft-files.ts'
import { showIfNoLongerRequested } from './hide-image.ts'
import { filesOf, removeFilesNow } from './remove-files-now.ts'
import { filesOfImage } from './submission-files.ts'

type RedactionDeps = Pick<Deps, 'database' | 'files' | 'previewer' | 'clock' | 'log'>

type RedactedImage = Revisions & { readonly image: Image }

interface WantedRedaction {
  readonly imageId: number
  readonly regions: readonly Region[]
  /** Who waits, by address. */
  readonly client: string
}

/**
 * Makes regions of an image unrecoverable: new files take the place of the old ones, which go with the same transaction
 * through the outbox, so that a crash leaves nothing readable (D72). AppError GROUP_NOT_FOUND, IMAGE_NOT_FOUND,
 * FILE_NOT_FOUND, GROUP_CHANGED when the image got other files meanwhile, and what the previewer refuses.
 */
export async function redactImage(
  deps: RedactionDeps,
  target: EditableGroup,
  wanted: WantedRedaction,
): Promise<RedactedImage> {
  await findGroup(deps, target)
  const image = await deps.database.images.find(wanted.imageId)
  if (image?.groupId !== target.groupId) throw imageNotFound(wanted.imageId)
  await deps.files.checkFreeSpace()
  await using drafts = new DraftFiles(deps)
  const files = await makeFiles(deps, drafts, { ...wanted, image })
  const changed = await drafts.take('cancel', (tx) => replace(deps, tx, { target, image, files }))
  await removeFilesNow(deps, filesOf([image]))
  return changed
}

/** Durable when it resolves. */
async function makeFiles(
  deps: RedactionDeps,
  drafts: DraftFiles,
  { image, regions, client }: WantedRedaction & { readonly image: Image },
): Promise<ImageFiles> {
  const named = newImageName(image.mimeType)
  await drafts.plan(filesOfImage(named))
  const { original, preview } = await drafts.openImage(named)
  const redact = { target: original.path, regions }
  const made = (source: string) => deps.previewer.makePreview({ source, target: preview.path, redact, client, turn: 0 })
  const facts = await deps.files.withLocalCopy('original', image.storedName, made).catch(async (error) => {
    // A file that is removed while it is read looks damaged.
    throw (await changedMeanwhile(deps, image)) ?? error
  })
  if (facts === undefined) throw (await changedMeanwhile(deps, image)) ?? fileNotFound()
  const { fileSize, width, height, imageAnalysis = null } = facts
  await drafts.commit()
  return { ...named, fileSize, width, height, imageAnalysis }
}

const fileNotFound = () => new AppError('FILE_NOT_FOUND', 'The file of the image is missing')

/** Another request has deleted or redacted the image; undefined when none has. */
async function changedMeanwhile({ database }: RedactionDeps, { id, groupId, storedName }: Image) {
  const now = await database.images.find(id)
  if (now === undefined) return imageNotFound(id)
  return now.storedName === storedName ? undefined : groupChanged(groupId)
}

interface Replacement {
  readonly target: EditableGroup
  /** As it was read. */
  readonly image: Image
  readonly files: ImageFiles
}

async function replace(
  { clock }: Pick<Deps, 'clock'>,
  tx: Transaction,
  { target, image: { id, storedName }, files }: Replacement,
): Promise<RedactedImage> {
  const { groupId } = target
  const group = await lockGroup(tx, target)
  const image = await tx.images.find(id)
  if (image === undefined) throw imageNotFound(id)
  if (image.storedName !== storedName) throw groupChanged(groupId)
  const patch = await approvalPatch(tx, group, { change: 'redact_image', target })
  await tx.images.replaceFiles(image, files)
  await tx.fileRemovals.plan(filesOf([image]), 0)
  await tx.withdrawals.add({ kind: 'image_redacted', groupId, imageId: id })
  const at = clock.now().toISOString()
  await tx.takedowns.orderForImage(groupId, { imageId: id, at })
  await tx.removalRequests.markRedacted(id, at)
  await showIfNoLongerRequested(tx, image)
  await patchGroup(tx, groupId, patch)
  return { image: (await tx.images.find(id)) ?? image, ...(await revisionsSince(tx, group)) }
}
