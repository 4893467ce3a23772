import * as contract from '#contract/moderation.ts'
import type { Deps } from '#server/deps.ts'
import { imageIdFrom } from '#server/domain/image.ts'
import { deleteGroup } from '#server/groups/delete-group.ts'
import { deleteImage } from '#server/groups/delete-image.ts'
import { editMetadata } from '#server/groups/edit-metadata.ts'
import { findGroup } from '#server/groups/find-group.ts'
import { presentAdminGroup } from '#server/groups/present-admin-group.ts'
import { reorderImages } from '#server/groups/reorder-images.ts'
import { updateImageDescriptions } from '#server/groups/update-image-descriptions.ts'
import type { Route } from '#server/http/route.ts'
import { success } from '#server/http/success.ts'
import { bulkModerate } from './bulk-moderate.ts'
import { describeImage } from './describe-image.ts'
import { createGroupCounter } from './group-counter.ts'
import { listAdminGroups } from './list-admin-groups.ts'
import { setApproval } from './set-approval.ts'

const by = 'admin'

export function moderationRoutes(deps: Deps, route: Route): void {
  const { database } = deps
  const countGroups = createGroupCounter(database)

  route(contract.listAdminGroups, ({ query }) => listAdminGroups({ ...deps, countGroups }, query))

  route(contract.getGroupCounts, async () => ({
    success: true as const,
    ...(await database.moderation.countByState()),
  }))

  route(contract.getAdminGroup, async ({ params: { groupId } }) => {
    const group = await findGroup(deps, groupId)
    const [images, consents] = await Promise.all([database.images.ofGroup(groupId), database.consents.ofGroup(groupId)])
    return presentAdminGroup(deps, group, { images, consents })
  })

  route(contract.editGroup, async ({ params: { groupId }, body }) => {
    const { updatedFields } = await editMetadata(deps, { groupId, metadata: body, by })
    return { ...success('The group was changed'), updatedFields }
  })

  route(contract.deleteGroup, async ({ params: { groupId } }) => {
    await deleteGroup(deps, { groupId, reason: 'admin_moderation_deletion' })
    return { ...success('The group was deleted'), groupId }
  })

  route(contract.approveGroup, async ({ params: { groupId }, body }) => {
    const approved = body?.approved ?? true
    await database.transaction((tx) => setApproval(deps, tx, { groupId, approved }))
    const message = approved ? 'The group was approved' : 'The approval was withdrawn'
    return { ...success(message), groupId, isApproved: approved }
  })

  route(contract.bulkModerate, async ({ body }) => {
    const results = await bulkModerate(deps, body)
    const done = results.filter(({ ok }) => ok).length
    return { ...success(`${done} of ${results.length} groups: ${body.action}`), results }
  })

  route(contract.deleteImage, async ({ params }) => {
    const { groupId } = params
    const imageId = imageIdFrom(params.imageId)
    await deleteImage(deps, { groupId, imageId, by })
    return { ...success('The image was deleted'), groupId, imageId }
  })

  route(contract.editImageDescription, async ({ params, body }) => {
    const { groupId } = params
    const imageId = imageIdFrom(params.imageId)
    const { imageDescription } = await describeImage(deps, { groupId, imageId, description: body.image_description })
    return { ...success('The description was changed'), groupId, imageId, imageDescription }
  })

  route(contract.editImageDescriptions, async ({ params: { groupId }, body }) => {
    const { updatedCount } = await updateImageDescriptions(deps, { groupId, descriptions: body.descriptions, by })
    return { ...success('The descriptions were changed'), updatedCount }
  })

  for (const operation of [contract.reorderImages, contract.reorderGroupImages]) {
    route(operation, async ({ params: { groupId }, body: { imageIds } }) => {
      await reorderImages(deps, { groupId, imageIds, by })
      return { ...success('The images have a new order'), data: { groupId, imageIds } }
    })
  }
}
