import { limits } from '#contract/limits.ts'
import type { ManagedGroup } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import { captureDateOf, type Image } from '#server/domain/group.ts'
import { baseName } from '#server/domain/names.ts'
import { checkSameBody, type UploadKey, uploadKeysSince } from '#server/domain/upload/upload-key.ts'
import { approvalPatch, lockGroup, patchGroup } from '#server/groups/change-group.ts'
import { newImages } from '#server/groups/receiving/new-images.ts'
import type { ImageReceiver } from '#server/groups/receiving/receive-images.ts'
import type { BodyDigest } from '#server/http/uploads/body-digest.ts'
import { isEmptyFileInput, type Part, skipParts } from '#server/http/uploads/multipart.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type * as stored from '#server/ports/image-store.ts'
import type { ReceivedImage } from '#server/ports/image-store.ts'

interface Sent {
  readonly parts: AsyncIterable<Part>
  readonly receiver: ImageReceiver
  /** Collects the client's file names as they arrive. */
  readonly fileNames: string[]
  readonly key: string | undefined
  /** Of the body, once it has been read. */
  readonly digest: BodyDigest | undefined
  readonly signal: AbortSignal | undefined
}

interface Added {
  readonly newImagesCount: number
  /** All that the group has now. */
  readonly images: Image[]
}

type AddDeps = Pick<Deps, 'database' | 'clock'>

/** What an earlier request with the key has added, undefined when there was none. */
const addedBefore = async ({ database, clock }: AddDeps, { groupId }: ManagedGroup, key: string | undefined) =>
  key === undefined ? undefined : database.images.addedWith(groupId, key, uploadKeysSince(clock.now()))

/**
 * Adds the images of a form to a group, all or none, and once for a key. AppError IDEMPOTENCY_KEY_REUSED when the key came
 * with another body (D59), and those of `addOnce`.
 */
export async function addImages(deps: AddDeps, group: ManagedGroup, sent: Sent): Promise<Added> {
  const answerAgain = async ({ imageCount, bodyDigest }: stored.Addition) => {
    checkSameBody(bodyDigest, sent.digest?.value)
    return { newImagesCount: imageCount, images: await deps.database.images.ofGroup(group.groupId) }
  }
  // Counted first: images that a repeated request adds meanwhile do not make this one fail.
  const existing = (await deps.database.images.ofGroup(group.groupId)).length
  const earlier = await addedBefore(deps, group, sent.key)
  if (earlier) {
    await skipParts(sent.parts, sent.signal)
    return answerAgain(earlier)
  }
  try {
    return await addOnce(deps, group, { ...sent, existing })
  } catch (error) {
    // Browsers repeat a request on their own when its connection breaks: the other one may have been faster.
    const winner = await addedBefore(deps, group, sent.key)
    if (winner && sent.digest?.value) return answerAgain(winner)
    throw error
  }
}

/** Any file part is an image. AppError NO_FILES, TOO_MANY_IMAGES as soon as the group would have more than 50, and what the receiver refuses. */
async function addOnce(
  { clock }: AddDeps,
  group: ManagedGroup,
  sent: Sent & { readonly existing: number },
): Promise<Added> {
  const { parts, receiver, fileNames, key, digest, existing } = sent
  for await (const part of parts) {
    if (part.kind !== 'file' || (await isEmptyFileInput(part))) continue
    checkImageCount(existing, fileNames.length + 1)
    const name = baseName(part.fileName)
    fileNames.push(name)
    await receiver.receive(name, part.content)
  }
  if (fileNames.length === 0) throw new AppError('NO_FILES', 'The form has no image; send them as the part "images"')
  const additionKey = key && digest?.value ? { key, bodyDigest: digest.value } : undefined
  return receiver.store(async (tx, images) => {
    const all = await insertImages(tx, group, { images, additionKey, now: clock.now() })
    return { newImagesCount: images.length, images: all }
  })
}

/** AppError TOO_MANY_IMAGES when a group with `existing` images would get more than 50. */
function checkImageCount(existing: number, added: number): void {
  const limit = limits.imagesPerGroup
  if (existing + added <= limit) return
  throw new AppError('TOO_MANY_IMAGES', `A group can have at most ${limit} images; this one has ${existing} already`, {
    details: { limit, existing },
  })
}

interface Addition {
  readonly images: readonly ReceivedImage[]
  /** Records the key, so that the request can be repeated; fails if it was recorded before. */
  readonly additionKey: UploadKey | undefined
  readonly now: Date
}

/**
 * Adds received images to a group, after its last one. Runs inside `ImageReceiver.store`, whose transaction makes the files
 * theirs. Returns all images of the group. AppError GROUP_NOT_FOUND, TOO_MANY_IMAGES.
 */
async function insertImages(
  tx: Transaction,
  target: ManagedGroup,
  { images, additionKey, now }: Addition,
): Promise<Image[]> {
  const { groupId } = target
  const group = await lockGroup(tx, target)
  const existing = await tx.images.ofGroup(groupId)
  checkImageCount(existing.length, images.length)
  const patch = await approvalPatch(tx, group, { change: 'add_images', target })
  const added = await tx.images.insert(newImages(groupId, images, { texts: [], after: existing.length }))
  if (additionKey !== undefined) {
    const addedAt = now.toISOString()
    await tx.images.forgetAdditions(groupId, uploadKeysSince(now))
    await tx.images.recordAddition(groupId, { ...additionKey, imageCount: added.length, addedAt })
  }
  await patchGroup(tx, groupId, { captureDate: captureDateOf([...existing, ...added]), ...patch })
  return [...existing, ...added]
}
