import { Readable } from 'node:stream'
import * as contract from '#contract/management.ts'
import type { Body, Reply } from '#contract/operation/operation.ts'
import type { ManagedGroup } from '#server/domain/caller.ts'
import { digest } from '#server/domain/digest.ts'
import { AppError, invalidBody } from '#server/domain/errors.ts'
import { imageIdFrom } from '#server/domain/group.ts'
import { newManagementToken } from '#server/domain/names.ts'
import { renewalMark } from '#server/domain/upload/upload-key.ts'
import { applyConsentChange } from '#server/groups/apply-consent-change.ts'
import { lockGroup } from '#server/groups/change-group.ts'
import { deleteGroup } from '#server/groups/delete-group.ts'
import { deleteImage } from '#server/groups/delete-image.ts'
import { editMetadata } from '#server/groups/edit-metadata.ts'
import { presentImage } from '#server/groups/presentation/present-group.ts'
import { ImageReceiver } from '#server/groups/receiving/receive-images.ts'
import { redactImage } from '#server/groups/redact-image.ts'
import { reorderImages } from '#server/groups/reorder-images.ts'
import { updateImageDescriptions } from '#server/groups/update-image-descriptions.ts'
import { clientAddress } from '#server/http/access/client-address.ts'
import { siteUrl } from '#server/http/access/request-host.ts'
import { managementAudit } from '#server/http/management-audit.ts'
import type { Route } from '#server/http/route.ts'
import type { UploadAdmission } from '#server/http/uploads/admission.ts'
import { createBodyDigest } from '#server/http/uploads/body-digest.ts'
import { idempotencyKey } from '#server/http/uploads/idempotency-key.ts'
import { readParts } from '#server/http/uploads/multipart.ts'
import { senderOf } from '#server/http/uploads/sender.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { EnsureClean } from '#server/ports/file-store.ts'
import { addImages } from './add-images.ts'
import { managedArchive, viewChangedGroup, viewManagedGroup } from './view-managed-group.ts'

const audited = (action: Parameters<typeof managementAudit>[0]) => ({ audit: managementAudit(action) })
const images = (count: number) => `${count} image${count === 1 ? '' : 's'}`
const consentAction = (body: unknown) =>
  (body as { action?: unknown } | null)?.action === 'restore' ? 'restore_consent' : 'revoke_consent'

export function managementRoutes(route: Route, admission: UploadAdmission, ensureClean: EnsureClean): void {
  groupRoutes(route, ensureClean)
  accessRoutes(route)
  textRoutes(route)
  additionRoutes(route, admission)
  imageRoutes(route)
}

function groupRoutes(route: Route, ensureClean: EnsureClean): void {
  route(contract.getManagedGroup, audited('view_group'), async ({ deps, caller }) => ({
    data: await viewManagedGroup(deps, caller),
  }))

  route(contract.deleteManagedGroup, audited('delete_group'), async ({ deps, caller }) => {
    const { imagesDeleted, deletedAt } = await deleteGroup(deps, caller)
    const data = { groupId: caller.groupId, imagesDeleted, deletionTimestamp: deletedAt }
    return { message: `The group and its ${images(imagesDeleted)} are deleted`, data }
  })

  route(contract.downloadArchive, audited('download_archive'), async ({ deps, caller, reply }) => {
    const archive = await managedArchive(deps, caller, ensureClean)
    reply.header('content-disposition', `attachment; filename="werkschau-${caller.groupId}.zip"`)
    return reply.type('application/zip').send(Readable.from(archive, { highWaterMark: 1 }))
  })
}

function accessRoutes(route: Route): void {
  route(contract.renewManagementLink, audited('renew_link'), async ({ deps, caller, request, body }) => {
    const managementToken = await renewManagementLink(deps, caller, body?.managementToken)
    const managementUrl = `${siteUrl(request, deps.config)}/manage/${managementToken}`
    return { message: 'The old link no longer works', data: { managementToken, managementUrl } }
  })

  route(contract.changeConsent, audited(consentAction), async ({ deps, caller, body }) => {
    const data = await changeConsent(deps, caller, body)
    return {
      message: `The consent is ${data.newValue ? 'given' : 'withdrawn'}`,
      data,
      group: await viewChangedGroup(deps, caller),
    }
  })
}

function textRoutes(route: Route): void {
  route(
    contract.updateImageDescriptions,
    audited('update_descriptions'),
    async ({ deps, caller, body: { descriptions } }) => {
      const { updatedCount } = await updateImageDescriptions(deps, caller, descriptions)
      return {
        message: `The descriptions of ${images(updatedCount)} are saved`,
        updatedCount,
        group: await viewChangedGroup(deps, caller),
      }
    },
  )

  route(contract.updateMetadata, audited('update_metadata'), async ({ deps, caller, body }) => {
    const { updatedFields } = await editMetadata(deps, caller, { texts: body })
    const data = { groupId: caller.groupId, updatedFields, requiresModeration: true }
    return { message: 'Saved, awaiting review', data, group: await viewChangedGroup(deps, caller) }
  })
}

function additionRoutes(route: Route, admission: UploadAdmission): void {
  const extra = { ...audited('add_images'), ...admission.hooks('addition') }
  route(contract.addImages, extra, async ({ deps, caller, request, reply }) => {
    const fileNames: string[] = []
    request.auditData = { images: fileNames }
    const key = idempotencyKey(request)
    const digest = key === undefined ? undefined : createBodyDigest()
    const signal = admission.signal(request)
    await using receiver = new ImageReceiver(deps, { ...senderOf(request, reply, signal), expectedImages: 3 })
    const parts = readParts(request, [], digest)
    const sent = { parts, receiver, fileNames, key, digest, signal }
    const { newImagesCount, images: all } = await addImages(deps, caller, sent)
    const counts = { newImagesCount, totalImagesCount: all.length }
    const data = { groupId: caller.groupId, ...counts, images: all.map(presentImage) }
    return {
      message: `${images(newImagesCount)} added, awaiting review`,
      data,
      group: await viewChangedGroup(deps, caller),
    }
  })
}

function imageRoutes(route: Route): void {
  route(contract.deleteManagedImage, audited('delete_image'), async ({ deps, caller, params }) => {
    const imageId = imageIdFrom(params.imageId)
    const { remainingImages } = await deleteImage(deps, caller, imageId)
    const data = { groupId: caller.groupId, imageId, remainingImages }
    return { message: 'The image is deleted', data, group: await viewChangedGroup(deps, caller) }
  })

  route(
    contract.redactManagedImage,
    audited('redact_image'),
    async ({ deps, caller, params, body: { regions }, request }) => {
      const wanted = { imageId: imageIdFrom(params.imageId), regions, client: clientAddress(request) }
      const redacted = await redactImage(deps, caller, wanted)
      const image = presentImage(redacted.image)
      const { groupId } = caller
      return { message: 'The image is redacted', groupId, image, group: await viewChangedGroup(deps, caller) }
    },
  )

  route(contract.reorderManagedImages, audited('reorder_images'), async ({ deps, caller, body: { imageIds } }) => {
    await reorderImages(deps, caller, imageIds)
    const data = { groupId: caller.groupId, imageIds }
    return { message: 'The new order is saved', data, group: await viewChangedGroup(deps, caller) }
  })
}

/** AppError INVALID_BODY without a platform where one is needed, UNKNOWN_PLATFORM, GROUP_NOT_FOUND (D20). */
export async function changeConsent(
  deps: Pick<Deps, 'config' | 'clock' | 'database' | 'settings'>,
  target: ManagedGroup,
  { consentType, action, platformId: asked }: Body<typeof contract.changeConsent>,
): Promise<Reply<typeof contract.changeConsent>['data']> {
  const platformId = consentType === 'workshop' ? null : asked
  if (platformId === undefined) {
    throw invalidBody('platformId', `platformId is required for consentType ${consentType}`)
  }
  await deps.database.transaction((tx) => applyConsentChange(deps, tx, { target, action, platformId }))
  const type = platformId === null ? 'workshop' : 'social_media'
  return { consentType: type, platformId, newValue: action === 'restore' }
}

/**
 * Gives the group a new token, the client's if it sends one, and returns it; the old one counts as one that was valid
 * once (D56). AppError GROUP_NOT_FOUND, INVALID_BODY for a token in use.
 */
async function renewManagementLink(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  target: ManagedGroup,
  managementToken: string = newManagementToken(),
): Promise<string> {
  const { groupId, managementToken: old } = target
  await database.transaction(async (tx) => {
    await lockGroup(tx, target)
    if (await tx.groups.findByToken(managementToken)) {
      throw new AppError('INVALID_BODY', 'managementToken is in use: send a new random one')
    }
    await tx.groups.setToken(groupId, managementToken)
    await tx.withdrawals.add({ kind: 'link_renewed', groupId })
    const now = clock.now().toISOString()
    for (const former of [digest(old), renewalMark(groupId)]) await tx.formerTokens.add(former, now)
  })
  return managementToken
}
