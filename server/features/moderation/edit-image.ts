import { limits } from '#contract/limits.ts'
import type { editImage as contract } from '#contract/moderation.ts'
import type { Body } from '#contract/operation/operation.ts'
import { type ImageTexts, imageTextsOf, readTexts } from '#contract/texts/image-texts.ts'
import type { ModeratedGroup } from '#server/domain/caller.ts'
import { AppError, invalidBody, orThrow } from '#server/domain/errors.ts'
import { type Image, imageNotFound, isShown } from '#server/domain/group.ts'
import { keepsHidden } from '#server/domain/removal-request.ts'
import { optionalText } from '#server/domain/text/text.ts'
import { findGroup, type Revisions, revisionsSince } from '#server/groups/change-group.ts'
import { hideImage, showImage } from '#server/groups/hide-image.ts'
import { lookAtFile } from '#server/groups/receiving/look-at-file.ts'
import { setDateTaken } from '#server/groups/set-date-taken.ts'
import { differ, publishTexts } from '#server/groups/update-image-descriptions.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import { noteFrom } from './approve-group.ts'
import { type Moderated, moderated, openSteps } from './moderation-step.ts'

type ImageEdit = Body<typeof contract>

/**
 * Sets the texts of an image, which are public immediately (D45), clears its capture date, hides it or shows it again
 * (D71). AppError NO_FIELDS, INVALID_BODY, TEXT_TOO_LONG, GROUP_NOT_FOUND, IMAGE_NOT_FOUND, UNSUPPORTED_IMAGE, REMOVAL_REQUEST_OPEN.
 */
export async function editImage(
  deps: Pick<Deps, 'database' | 'clock' | 'files' | 'createHeadReader'>,
  target: ModeratedGroup,
  { imageId, edit }: { imageId: number; edit: ImageEdit },
): Promise<ImageTexts & Revisions & { hidden: boolean; undoId: string | null }> {
  const { hidden } = edit
  if (Object.values(edit).every((value) => value === undefined)) {
    const fields = 'image_description, altText, hidden, moderationNote and exifDateTaken'
    throw new AppError('NO_FIELDS', `None of ${fields} was given`)
  }
  const sent = { description: edit.image_description, altText: edit.altText }
  const texts = readTexts(sent, (name, text, sentAs) =>
    optionalText(sentAs === 'description' ? 'image_description' : sentAs, text, limits[name]),
  )
  if (hidden === false) await requireAcceptedFile(deps, target, imageId)
  const steps = openSteps(deps)
  return deps.database.transaction(async (tx) => {
    const before = await moderated(tx, target)
    const image = find(before, imageId)
    await describe(tx, image, texts)
    await steps.run(tx, target, async (found) => {
      const edited = find(found, imageId)
      if (edit.exifDateTaken === null) await setDateTaken(tx, edited, null)
      await setHidden(tx, edited, edit)
    })
    return {
      ...imageTextsOf({ ...image, ...texts }),
      hidden: hidden ?? !isShown(image),
      undoId: steps.undoId,
      ...(await revisionsSince(tx, before.group)),
    }
  })
}

const find = ({ images }: Moderated, imageId: number): Image =>
  orThrow(
    images.find(({ id }) => id === imageId),
    () => imageNotFound(imageId),
  )

/** A migration hides files that are not images of an accepted type (D63), and they stay hidden. The bytes of an image never change. */
async function requireAcceptedFile(
  deps: Pick<Deps, 'database' | 'files' | 'createHeadReader'>,
  target: ModeratedGroup,
  imageId: number,
): Promise<void> {
  const { groupId } = await findGroup(deps, target)
  const image = (await deps.database.images.ofGroup(groupId)).find(({ id }) => id === imageId)
  if (image === undefined || isShown(image)) return
  const { isAccepted } = await lookAtFile(deps, image.storedName)
  if (isAccepted) return
  throw new AppError('UNSUPPORTED_IMAGE', 'The file is not a JPEG, PNG or WebP image and cannot be shown')
}

async function describe(tx: Transaction, image: Image, texts: Partial<ImageTexts>): Promise<void> {
  if (differ(texts, image)) await tx.images.describe(image.groupId, new Map([[image.id, texts]]))
  await publishTexts(tx, new Map([[image.id, image]]), new Map([[image.id, texts]]))
}

/** The decision of the request shows the photo, and tells the person who asked (D94); `redact` waits for the redaction. */
async function requireSettledRequests(tx: Transaction, { id }: Image): Promise<void> {
  const waiting = (await tx.removalRequests.ofImage(id)).filter(({ decision }) => decision !== 'keep_hidden')
  if (!waiting.some(keepsHidden)) return
  const message = `A removal request keeps photo ${id} hidden: decide the request, or redact the photo if that was decided`
  throw new AppError('REMOVAL_REQUEST_OPEN', message, { details: { imageId: id } })
}

async function setHidden(tx: Transaction, image: Image, { hidden, moderationNote }: ImageEdit): Promise<void> {
  const shown = isShown(image)
  if (hidden ?? !shown) {
    const note = moderationNote === undefined ? image.moderationNote : noteFrom(moderationNote)
    if (shown) await hideImage(tx, image, { hiddenReason: 'moderator', moderationNote: note })
    else if (note !== image.moderationNote) await tx.images.setHidden(image, { ...image, moderationNote: note })
  } else if (moderationNote !== undefined) {
    throw invalidBody('moderationNote', 'moderationNote is for a hidden image only')
  } else if (!shown) {
    await requireSettledRequests(tx, image)
    await showImage(tx, image)
  }
}
