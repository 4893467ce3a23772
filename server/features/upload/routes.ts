import type { FastifyRequest } from 'fastify'
import { imageTypes, limits } from '#contract/limits.ts'
import * as contract from '#contract/upload.ts'
import type { Deps } from '#server/deps.ts'
import type { Group } from '#server/domain/group.ts'
import { tellsToken } from '#server/domain/upload-key.ts'
import { presentConsent, presentGroup } from '#server/groups/present-group.ts'
import { siteUrl } from '#server/http/access/request-host.ts'
import type { Route } from '#server/http/route.ts'
import type { FileResponder } from '#server/http/stored-files/stored-files.ts'
import type { UploadAdmission } from '#server/http/uploads/admission.ts'
import { receiveUpload } from './receive-upload.ts'
import { type BatchUpload, uploadBatch } from './upload-batch.ts'
import { uploadImage } from './upload-image.ts'

interface Serving extends FileResponder {
  readonly admission: UploadAdmission
}

export function uploadRoutes(deps: Deps, route: Route, { sendFile, admission }: Serving): void {
  const { config, clock, database } = deps

  const managementLink = (request: FastifyRequest, group: Group) =>
    tellsToken(group.uploadDate, clock.now())
      ? {
          managementToken: group.managementToken,
          managementUrl: `${siteUrl(request, config)}/manage/${group.managementToken}`,
        }
      : {}

  async function presentBatch(request: FastifyRequest, group: Group) {
    const images = await database.images.ofGroup(group.groupId)
    const consents = await database.consents.ofGroup(group.groupId)
    return {
      success: true as const,
      message: `${images.length} image${images.length === 1 ? '' : 's'} received, awaiting review`,
      ...presentGroup(group, images),
      ...managementLink(request, group),
      socialMediaConsents: consents.map(presentConsent),
    }
  }

  async function presentSingle(request: FastifyRequest, group: Group) {
    const [image] = await database.images.ofGroup(group.groupId)
    const fileName = image?.fileName ?? ''
    const groupName = group.name ?? ''
    return {
      filePath: `/upload/${fileName}`,
      fileName,
      groupId: group.groupId,
      groupName,
      ...managementLink(request, group),
    }
  }

  const limited = admission.hooks('upload')

  route(
    contract.uploadBatch,
    async ({ request, reply }) => {
      const use = (upload: BatchUpload) => uploadBatch(deps, upload)
      const group = await receiveUpload(deps, { request, reply, admission, use })
      return presentBatch(request, group as Group)
    },
    limited,
  )

  route(
    contract.uploadImage,
    async ({ request, reply }) => {
      const use = async (upload: BatchUpload) =>
        upload.form.fileNames.length === 0 ? undefined : uploadImage(deps, upload)
      const group = await receiveUpload(deps, { request, reply, admission, maxFiles: 1, use })
      if (group === undefined) {
        return reply.status(400).send({ msg: 'No file was uploaded: send it as the part "file"' })
      }
      return presentSingle(request, group)
    },
    limited,
  )

  route(contract.getUploadSettings, async ({ request }) => ({
    maxFileSizeMb: config.limits.fileBytes / 2 ** 20,
    maxImagesPerGroup: limits.imagesPerGroup,
    acceptedTypes: Object.keys(imageTypes),
    retentionDays: config.retentionDays,
    uploadUrl: `${siteUrl(request, config)}/`,
  }))

  route(contract.downloadImage, ({ params, request, reply }) => sendFile('original', params.id, { request, reply }))
}
