import type { FastifyReply, FastifyRequest } from 'fastify'
import { imageTypeNames, limits } from '#contract/limits.ts'
import * as contract from '#contract/upload.ts'
import { serialByKey } from '#server/concurrency/serial-by-key.ts'
import type { Group } from '#server/domain/group.ts'
import { clientAddress } from '#server/http/access/client-address.ts'
import { siteUrl } from '#server/http/access/request-host.ts'
import { localProposedUrls } from '#server/http/access/this-machine.ts'
import type { PlainForm } from '#server/http/plain-form/plain-form.ts'
import type { Route } from '#server/http/route.ts'
import type { FileResponder } from '#server/http/stored-files/stored-files.ts'
import type { UploadAdmission } from '#server/http/uploads/admission.ts'
import { openRequestBody } from '#server/http/uploads/request-body.ts'
import { senderOf } from '#server/http/uploads/sender.ts'
import type { Deps } from '#server/ports/deps.ts'
import { completeSubmission } from './complete-submission.ts'
import { presentBatch, presentSingle, presentSubmission } from './present-upload.ts'
import { putSubmissionFile } from './put-submission-file.ts'
import { receiveUpload } from './receive-upload.ts'
import { createSubmission, deleteSubmission, findSubmission } from './submissions.ts'
import { type BatchUpload, uploadBatch, uploadImage } from './upload-batch.ts'
import { checkMayFinish, targetOfUpload } from './upload-exhibition.ts'

interface Serving extends FileResponder {
  readonly admission: UploadAdmission
  /** Absent before the pages are built. */
  readonly plainForm: PlainForm | undefined
}

export function uploadRoutes(deps: Deps, route: Route, { sendFile, admission, plainForm }: Serving): void {
  const { config } = deps
  const limited = admission.hooks('upload')

  route(
    contract.uploadBatch,
    { ...limited, onSend: [limited.onSend ?? [], plainForm?.answer ?? []].flat() },
    async ({ request, reply }) => {
      const use = (upload: BatchUpload) => uploadBatch(deps, upload)
      const group = await receiveUpload(deps, { request, reply, admission, use })
      return presentBatch(deps, group as Group, siteUrl(request, config))
    },
  )

  route(contract.uploadImage, limited, async ({ request, reply }) => {
    const use = async (upload: BatchUpload) =>
      upload.form.fileNames.length === 0 ? undefined : uploadImage(deps, upload)
    // A request without a form has no file; the answer to it is the same.
    const group = request.isMultipart()
      ? await receiveUpload(deps, { request, reply, admission, maxFiles: 1, use })
      : undefined
    if (group === undefined) {
      return reply.status(400).send({ msg: 'No file was uploaded: send it as the part "file"' })
    }
    return presentSingle(deps, group, siteUrl(request, config))
  })

  submissionRoutes(deps, route, admission)

  route(contract.getUploadSettings, async ({ request }) => uploadSettings(deps, request))

  route(contract.downloadImage, ({ params, request, reply }) => sendFile('original', params.id, { request, reply }))
}

const uploadSettings = ({ config, settings: { current } }: Deps, request: FastifyRequest) => ({
  maxFileSizeMb: current.maxFileSizeMb,
  maxImagePixels: current.maxImagePixels,
  maxImagesPerGroup: limits.imagesPerGroup,
  acceptedTypes: [...imageTypeNames],
  retentionDays: current.cleanupRetentionDays,
  uploadUrl: `${siteUrl(request, config)}/`,
  proposedUrls: localProposedUrls(request, config),
})

const noStore = (reply: FastifyReply) => reply.header('cache-control', 'no-store')

const indexFrom = (text: string) => (/^\d{1,3}$/.test(text) ? Number(text) : Number.NaN)

function submissionRoutes(deps: Deps, route: Route, admission: UploadAdmission): void {
  const { config } = deps

  route(contract.createSubmission, async ({ body, request, reply }) => {
    await admission.begin({ request, reply: noStore(reply) })
    const given = { ...body, ...(await targetOfUpload(deps, body, request)) }
    const { submissionId, submission } = await createSubmission(deps, given, request.headers['accept-language'])
    return presentSubmission(submissionId, submission)
  })

  route(contract.getSubmission, async ({ params: { submissionId }, reply }) => {
    noStore(reply)
    return presentSubmission(submissionId, await findSubmission(deps, submissionId))
  })

  submissionFileRoute(deps, route, admission)

  const serialComplete = serialByKey()
  route(contract.completeSubmission, async ({ params: { submissionId }, body, request, reply }) => {
    noStore(reply)
    const { group } = await serialComplete(submissionId, async () => {
      const submission = await findSubmission(deps, submissionId)
      const { groupId, submissionDigest } = submission
      if (!groupId) await checkMayFinish(deps, submission)
      const completion = { submissionDigest, skip: body?.skip ?? [], ipAddress: clientAddress(request) || null }
      const complete = (refusal?: unknown) => completeSubmission(deps, { ...completion, refusal })
      // A client that lost the answer gets it again, even when that upload has used up the hour's, or another replica made it.
      return groupId ? complete() : admission.count({ request, reply }, complete).catch(complete)
    })
    return presentBatch(deps, group, siteUrl(request, config))
  })

  route(contract.deleteSubmission, async ({ params: { submissionId } }) => {
    await deleteSubmission(deps, submissionId)
    return { message: 'The submission was deleted; nothing of it remains' }
  })
}

function submissionFileRoute(deps: Deps, route: Route, admission: UploadAdmission): void {
  route(
    contract.putSubmissionFile,
    admission.hooks('submission-file'),
    async ({ params: { submissionId, index }, request, reply }) => {
      using body = openRequestBody(request)
      return await putSubmissionFile(deps, {
        submissionId,
        index: indexFrom(index),
        contentRange: request.headers['content-range'],
        content: body.content,
        sender: senderOf(request, reply, admission.signal(request)),
      })
    },
  )
}
