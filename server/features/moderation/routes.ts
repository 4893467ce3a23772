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
import { approveGroup } from './approve-group.ts'
import { bulkModerate } from './bulk-moderate.ts'
import { editImage } from './edit-image.ts'
import { createGroupCounter } from './group-counter.ts'
import { listAdminGroups } from './list-admin-groups.ts'
import { openSteps } from './moderation-step.ts'
import { undoModeration } from './undo-moderation.ts'

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
    const steps = openSteps(deps)
    await database.transaction((tx) =>
      steps.run(tx, groupId, (found) => approveGroup(deps, tx, { found, ...body, approved })),
    )
    const message = approved ? 'The group was approved' : 'The approval was withdrawn'
    return { ...success(message), groupId, isApproved: approved, undoId: steps.undoId }
  })

  route(contract.bulkModerate, async ({ body }) => {
    const { results, undoId } = await bulkModerate(deps, body)
    const done = results.filter(({ ok }) => ok).length
    return { ...success(`${done} of ${results.length} groups: ${body.action}`), results, undoId }
  })

  route(contract.undoModeration, async ({ body }) => ({
    ...success('The step was undone'),
    groupIds: await undoModeration(deps, body.undoId),
  }))

  route(contract.deleteImage, async ({ params }) => {
    const { groupId } = params
    const imageId = imageIdFrom(params.imageId)
    await deleteImage(deps, { groupId, imageId, by })
    return { ...success('The image was deleted'), groupId, imageId }
  })

  route(contract.editImage, async ({ params, body: edit }) => {
    const { groupId } = params
    const imageId = imageIdFrom(params.imageId)
    return {
      ...success('The image was changed'),
      groupId,
      imageId,
      ...(await editImage(deps, { groupId, imageId, edit })),
    }
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
