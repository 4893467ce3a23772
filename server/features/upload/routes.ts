import { imageTypes, limits } from '#contract/limits.ts'
import * as contract from '#contract/upload.ts'
import type { Deps } from '#server/deps.ts'
import type { Group } from '#server/domain/group.ts'
import { siteUrl } from '#server/http/access/request-host.ts'
import type { Route } from '#server/http/route.ts'
import type { FileResponder } from '#server/http/stored-files/stored-files.ts'
import type { UploadAdmission } from '#server/http/uploads/admission.ts'
import { presentBatch, presentSingle } from './present-upload.ts'
import { receiveUpload } from './receive-upload.ts'
import { type BatchUpload, uploadBatch } from './upload-batch.ts'
import { uploadImage } from './upload-image.ts'

interface Serving extends FileResponder {
  readonly admission: UploadAdmission
}

export function uploadRoutes(deps: Deps, route: Route, { sendFile, admission }: Serving): void {
  const { config } = deps
  const limited = admission.hooks('upload')

  route(
    contract.uploadBatch,
    async ({ request, reply }) => {
      const use = (upload: BatchUpload) => uploadBatch(deps, upload)
      const group = await receiveUpload(deps, { request, reply, admission, use })
      return presentBatch(deps, group as Group, siteUrl(request, config))
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
      return presentSingle(deps, group, siteUrl(request, config))
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
