import * as contract from '#contract/moderation.ts'
import { imageIdFrom } from '#server/domain/group.ts'
import { cachedScopedCount } from '#server/groups/cached-count.ts'
import { findGroup } from '#server/groups/change-group.ts'
import { deleteGroup } from '#server/groups/delete-group.ts'
import { deleteImage } from '#server/groups/delete-image.ts'
import { editMetadata } from '#server/groups/edit-metadata.ts'
import { presentAdminGroup } from '#server/groups/presentation/present-admin-group.ts'
import { presentAdminImage } from '#server/groups/presentation/present-group.ts'
import { redactImage } from '#server/groups/redact-image.ts'
import { reorderImages } from '#server/groups/reorder-images.ts'
import { updateImageDescriptions } from '#server/groups/update-image-descriptions.ts'
import { clientAddress } from '#server/http/access/client-address.ts'
import { sendJsonList } from '#server/http/json-list.ts'
import type { Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import { approveGroup, bulkModerate } from './approve-group.ts'
import { editImage } from './edit-image.ts'
import { createGroupCounter, listAdminGroups } from './list-admin-groups.ts'
import { openSteps, undoModeration } from './moderation-step.ts'
import { createSimilarGroupsCache } from './similar-groups-cache.ts'

export function moderationRoutes(deps: Pick<Deps, 'database' | 'clock'>, route: Route): void {
  listRoutes(deps, route)
  groupRoutes(route)
  approvalRoutes(route)
  imageRoutes(route)
}

function listRoutes({ database, clock }: Pick<Deps, 'database' | 'clock'>, route: Route): void {
  const countGroups = createGroupCounter({ database, clock })
  const countByState = cachedScopedCount(
    { database, clock },
    { name: 'groups by state', count: (scope) => database.moderation.countByState(scope) },
  )
  const similarGroups = createSimilarGroupsCache({ database })

  route(contract.listAdminGroups, async ({ deps, query, scope, reply }) => {
    const { parts, totalCount, countedAt, filters } = await listAdminGroups(
      { ...deps, countGroups, similarGroups, scope },
      query,
    )
    return sendJsonList(reply, { name: 'groups', parts, tail: () => ({ totalCount, countedAt, filters }) })
  })

  route(contract.getGroupCounts, async ({ scope }) => {
    const { value, countedAt } = await countByState(scope)
    return { ...value, countedAt }
  })

  route(contract.getAdminGroup, async ({ deps, params: { groupId }, caller: moderator }) => {
    const { database } = deps
    const group = await findGroup(deps, { groupId, moderator })
    const [images, consents] = await Promise.all([database.images.ofGroup(groupId), database.consents.ofGroup(groupId)])
    return presentAdminGroup(deps, group, { images, consents })
  })
}

function groupRoutes(route: Route): void {
  route(contract.editGroup, async ({ deps, params: { groupId }, body, caller: moderator }) => {
    const edited = await editMetadata(deps, { groupId, moderator }, { texts: body, year: body.year })
    return { message: 'The group was changed', ...edited }
  })

  route(contract.deleteGroup, async ({ deps, params: { groupId }, caller: moderator }) => {
    await deleteGroup(deps, { groupId, moderator })
    return { message: 'The group was deleted', groupId }
  })
}

function approvalRoutes(route: Route): void {
  route(contract.approveGroup, async ({ deps, params: { groupId }, body, caller: moderator }) => {
    const approved = body?.approved ?? true
    const steps = openSteps(deps)
    await deps.database.transaction((tx) =>
      steps.run(tx, { groupId, moderator }, (found) => approveGroup(deps, tx, { ...body, found, approved })),
    )
    const message = approved ? 'The group was approved' : 'The approval was withdrawn'
    return { message, groupId, isApproved: approved, undoId: steps.undoId }
  })

  route(contract.bulkModerate, async ({ deps, body, caller: moderator }) => {
    const { results, undoId } = await bulkModerate(deps, moderator, body)
    const done = results.filter(({ ok }) => ok).length
    return { message: `${done} of ${results.length} groups: ${body.action}`, results, undoId }
  })

  route(contract.undoModeration, async ({ deps, body, caller: moderator }) => {
    const revisions = await undoModeration(deps, moderator, body.undoId)
    return { message: 'The step was undone', groupIds: revisions.map(({ groupId }) => groupId), revisions }
  })
}

function imageRoutes(route: Route): void {
  route(contract.deleteImage, async ({ deps, params, caller: moderator }) => {
    const { groupId } = params
    const imageId = imageIdFrom(params.imageId)
    const { previousRevision, revision } = await deleteImage(deps, { groupId, moderator }, imageId)
    return { message: 'The image was deleted', groupId, imageId, previousRevision, revision }
  })

  route(contract.editImage, async ({ deps, params, body: edit, caller: moderator }) => {
    const { groupId } = params
    const imageId = imageIdFrom(params.imageId)
    const edited = await editImage(deps, { groupId, moderator }, { imageId, edit })
    return { message: 'The image was changed', groupId, imageId, ...edited }
  })

  route(contract.redactImage, async ({ deps, params, body: { regions }, caller: moderator, request }) => {
    const { groupId } = params
    const wanted = { imageId: imageIdFrom(params.imageId), regions, client: clientAddress(request) }
    const { image, ...revisions } = await redactImage(deps, { groupId, moderator }, wanted)
    return { message: 'The image was redacted', groupId, image: presentAdminImage(image), ...revisions }
  })

  route(contract.editImageDescriptions, async ({ deps, params: { groupId }, body, caller: moderator }) => {
    const edited = await updateImageDescriptions(deps, { groupId, moderator }, body.descriptions)
    return { message: 'The descriptions were changed', ...edited }
  })

  for (const operation of [contract.reorderImages, contract.reorderGroupImages]) {
    route(operation, async ({ deps, params: { groupId }, body: { imageIds }, caller: moderator }) => {
      const revisions = await reorderImages(deps, { groupId, moderator }, imageIds)
      return { message: 'The images have a new order', data: { groupId, imageIds }, ...revisions }
    })
  }
}
