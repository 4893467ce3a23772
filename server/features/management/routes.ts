import * as contract from '#contract/management.ts'
import type { Deps } from '#server/deps.ts'
import { deletionDateOf } from '#server/domain/cleanup.ts'
import { imageIdFrom } from '#server/domain/image.ts'
import { deleteGroup } from '#server/groups/delete-group.ts'
import { deleteImage } from '#server/groups/delete-image.ts'
import { editMetadata } from '#server/groups/edit-metadata.ts'
import { findGroup } from '#server/groups/find-group.ts'
import { presentImage } from '#server/groups/present-group.ts'
import { openImageReceiver } from '#server/groups/receive-images.ts'
import { reorderImages } from '#server/groups/reorder-images.ts'
import { updateImageDescriptions } from '#server/groups/update-image-descriptions.ts'
import { idempotencyKey } from '#server/http/idempotency-key.ts'
import { audited } from '#server/http/management-audit.ts'
import { readParts } from '#server/http/multipart.ts'
import type { Route } from '#server/http/route.ts'
import { senderOf } from '#server/http/sender.ts'
import { addedBefore, addManagedImages } from './add-managed-images.ts'
import { changeManagedConsent } from './change-managed-consent.ts'
import { presentManagedGroup } from './present-managed-group.ts'

const success = true as const
const by = 'owner'
const images = (count: number) => `${count} image${count === 1 ? '' : 's'}`

export function managementRoutes(deps: Deps, route: Route): void {
  const { config, clock, database } = deps

  route(
    contract.getManagedGroup,
    async ({ caller }) => {
      const images = await database.images.ofGroup(caller.groupId)
      // Deleted since its token was checked, or migrated without images.
      if (images.length === 0) await findGroup(deps, caller.groupId)
      const consents = await database.consents.ofGroup(caller.groupId)
      const deletionDate = deletionDateOf(caller, { now: clock.now(), retentionDays: config.retentionDays })
      return { success, data: presentManagedGroup(caller, { images, consents, deletionDate }) }
    },
    audited(deps, 'view_group'),
  )

  route(
    contract.deleteManagedGroup,
    async ({ caller: { groupId }, request: { noteSuccess: alongside } }) => {
      const { imagesDeleted, deletedAt } = await deleteGroup(deps, { groupId, reason: 'user_deletion', alongside })
      const data = { groupId, imagesDeleted, deletionTimestamp: deletedAt }
      return { success, message: `The group and its ${images(imagesDeleted)} are deleted`, data }
    },
    audited(deps, 'delete_group'),
  )

  route(
    contract.changeConsent,
    async ({ caller, body, request: { noteSuccess: alongside } }) => {
      const data = await changeManagedConsent(deps, caller, { ...body, alongside })
      return { success, message: `The consent is ${data.newValue ? 'given' : 'withdrawn'}`, data }
    },
    audited(deps, (body) =>
      (body as { action?: unknown } | null)?.action === 'restore' ? 'restore_consent' : 'revoke_consent',
    ),
  )

  route(
    contract.updateImageDescriptions,
    async ({ caller: { groupId }, body: { descriptions }, request: { noteSuccess: alongside } }) => {
      const { updatedCount } = await updateImageDescriptions(deps, { groupId, descriptions, by, alongside })
      return { success, message: `The descriptions of ${images(updatedCount)} are saved`, updatedCount }
    },
    audited(deps, 'update_descriptions'),
  )

  route(
    contract.updateMetadata,
    async ({ caller: { groupId }, body: { title, description, name }, request: { noteSuccess: alongside } }) => {
      const metadata = { title, description, name }
      const { updatedFields } = await editMetadata(deps, { groupId, metadata, by, alongside })
      return { success, message: 'Saved, awaiting review', data: { groupId, updatedFields, requiresModeration: true } }
    },
    audited(deps, 'update_metadata'),
  )

  route(
    contract.addImages,
    async ({ caller, request, reply }) => {
      const fileNames: string[] = []
      // A form is read as a stream; for the audit log its list of files stands for the body.
      request.body = { images: fileNames }
      const additionKey = idempotencyKey(request)
      const earlier = await addedBefore(deps, caller, additionKey)
      if (earlier) request.raw.resume()
      await using receiver = openImageReceiver(deps, senderOf(request, reply))
      const form = { parts: readParts(request), receiver, fileNames, additionKey, alongside: request.noteSuccess }
      const { newImagesCount, images: all } = earlier ?? (await addManagedImages(deps, caller, form))
      const counts = { newImagesCount, totalImagesCount: all.length }
      const data = { groupId: caller.groupId, ...counts, images: all.map(presentImage) }
      return { success, message: `${images(newImagesCount)} added, awaiting review`, data }
    },
    audited(deps, 'add_images'),
  )

  route(
    contract.deleteManagedImage,
    async ({ caller: { groupId }, params, request: { noteSuccess: alongside } }) => {
      const imageId = imageIdFrom(params.imageId)
      const { remainingImages } = await deleteImage(deps, { groupId, imageId, by, alongside })
      return { success, message: 'The image is deleted', data: { groupId, imageId, remainingImages } }
    },
    audited(deps, 'delete_image'),
  )

  route(
    contract.reorderManagedImages,
    async ({ caller: { groupId }, body: { imageIds }, request: { noteSuccess: alongside } }) => {
      await reorderImages(deps, { groupId, imageIds, by, alongside })
      return { success, message: 'The new order is saved', data: { groupId, imageIds } }
    },
    audited(deps, 'reorder_images'),
  )
}
