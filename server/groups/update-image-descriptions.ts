import { limits } from '#contract/limits.ts'
import {
  asPublished,
  fromPublished,
  type ImageTexts,
  imageTextNames,
  readTexts,
  type SentTexts,
} from '#contract/texts/image-texts.ts'
import { editorOf } from '#server/domain/approval.ts'
import type { EditableGroup } from '#server/domain/caller.ts'
import { AppError, invalidBody } from '#server/domain/errors.ts'
import type { Image } from '#server/domain/group.ts'
import { optionalText } from '#server/domain/text/text.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import { approvalPatch, lockGroup, patchGroup, type Revisions, revisionsSince } from './change-group.ts'

/** Of several for one image the last counts. */
export type Descriptions = readonly (SentTexts & { readonly imageId: number })[]

/**
 * Sets descriptions and alt texts of images, all or none; an empty one removes it, an absent one stays. AppError INVALID_BODY
 * for an entry with neither, TEXT_TOO_LONG over 200 and 500 code points, UNKNOWN_IMAGE for an id that is not of the group (D22), GROUP_NOT_FOUND. Returns the number of images named.
 */
export async function updateImageDescriptions(
  { database }: Pick<Deps, 'database'>,
  target: EditableGroup,
  descriptions: Descriptions,
): Promise<Revisions & { updatedCount: number }> {
  const { groupId } = target
  const wanted = textsById(descriptions)
  return database.transaction(async (tx) => {
    const group = await lockGroup(tx, target)
    const current = new Map((await tx.images.ofGroup(groupId)).map((image) => [image.id, image]))
    for (const imageId of wanted.keys()) {
      if (current.has(imageId)) continue
      throw new AppError('UNKNOWN_IMAGE', `The group has no image ${imageId}`, { details: { imageId } })
    }
    const changes = new Map([...wanted].filter(([id, texts]) => differ(texts, current.get(id))))
    if (changes.size > 0) {
      const patch = await approvalPatch(tx, group, { change: 'update_descriptions', target })
      await tx.images.describe(groupId, changes)
      await patchGroup(tx, groupId, patch)
    }
    // The public gets what a moderator has seen (D45).
    if (editorOf(target) === 'admin') await publishTexts(tx, current, wanted)
    return { updatedCount: wanted.size, ...(await revisionsSince(tx, group)) }
  })
}

function textsById(descriptions: Descriptions): Map<number, Partial<ImageTexts>> {
  const wanted = new Map<number, Partial<ImageTexts>>()
  for (const [index, { imageId, ...sent }] of descriptions.entries()) {
    const at = `descriptions[${index}]`
    const texts = readTexts(sent, (name, text, sentAs) => optionalText(`${at}.${sentAs}`, text, limits[name]))
    if (Object.keys(texts).length === 0) {
      throw invalidBody(at, `${at} needs description or altText`)
    }
    wanted.set(imageId, { ...wanted.get(imageId), ...texts })
  }
  return wanted
}

/** Whether the image lacks one of the texts. */
export const differ = (texts: Partial<ImageTexts>, from: Partial<ImageTexts> | undefined): boolean =>
  imageTextNames.some((name) => texts[name] !== undefined && texts[name] !== from?.[name])

/** The public gets what an admin has just written; a text that the admin did not write waits on. */
export async function publishTexts(
  tx: Transaction,
  current: ReadonlyMap<number, Image>,
  written: ReadonlyMap<number, Partial<ImageTexts>>,
): Promise<void> {
  const unseen = [...current.values()].flatMap((image) => {
    const texts = written.get(image.id)
    return texts && differ(texts, fromPublished(image)) ? [{ image, texts }] : []
  })
  if (unseen[0] === undefined) return
  await tx.images.publishTexts(
    unseen[0].image.groupId,
    new Map(unseen.map(({ image, texts }) => [image.id, asPublished({ ...fromPublished(image), ...texts })])),
  )
}
