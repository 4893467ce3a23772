import type { Group } from '#server/domain/group.ts'
import { checkSameBody, uploadKeysSince } from '#server/domain/upload/upload-key.ts'
import { openImageReceiver } from '#server/groups/receiving/receive-images.ts'
import { checkStaffLink } from '#server/http/access/staff-link-access.ts'
import { readSentForm, sentForm } from '#server/http/plain-form/sent-form.ts'
import type { Exchange } from '#server/http/route.ts'
import type { UploadAdmission } from '#server/http/uploads/admission.ts'
import { createBodyDigest } from '#server/http/uploads/body-digest.ts'
import { idempotencyKey } from '#server/http/uploads/idempotency-key.ts'
import { readParts, skipParts } from '#server/http/uploads/multipart.ts'
import { senderOf } from '#server/http/uploads/sender.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { BatchUpload } from './upload-batch.ts'
import { staffOf, targetOfUpload } from './upload-exhibition.ts'
import { readUploadForm, uploadTextNames } from './upload-form.ts'

/** Of a form that may have many. */
const usualImages = 5

interface Receiving extends Exchange {
  readonly admission: UploadAdmission
  readonly maxFiles?: number
  readonly use: (upload: BatchUpload) => Promise<Group | undefined>
}

/**
 * Reads the form while the client is connected; a repeated upload returns the group that the first one created. AppError
 * IDEMPOTENCY_KEY_REUSED when the key came with another body (D59).
 */
export async function receiveUpload(
  deps: Deps,
  { request, reply, admission, maxFiles, use }: Receiving,
): Promise<Group | undefined> {
  const { clock, database } = deps
  const form = sentForm(request)
  const key = idempotencyKey(request, form?.key)
  const digest = key === undefined ? undefined : createBodyDigest()
  const parts = form ? readSentForm(deps, request, digest) : readParts(request, uploadTextNames, digest)

  const find = async () => key && (await database.groups.findByUploadKey(key, uploadKeysSince(clock.now())))
  const answerAgain = (earlier: { group: Group; bodyDigest: string | null }) => {
    checkSameBody(earlier.bodyDigest, digest?.value)
    return earlier.group
  }

  const earlier = await find()
  if (earlier) {
    await skipParts(parts, admission.signal(request))
    return answerAgain(earlier)
  }
  const sender = senderOf(request, reply, admission.signal(request))
  await using receiver = openImageReceiver(deps, { ...sender, expectedImages: maxFiles ?? usualImages })
  const upload = await readUploadForm(parts, receiver, {
    maxFiles,
    checkStaffLink: (secret) => checkStaffLink(deps, request, secret),
  })
  try {
    const uploadKey = key && digest?.value ? { key, bodyDigest: digest.value } : undefined
    const target = await targetOfUpload(deps, upload, request)
    const given = { form: upload, receiver, uploadKey, acceptLanguage: request.headers['accept-language'] }
    const group = await use({ ...staffOf(target, request), exhibition: target.exhibition, ...given })
    if (group) admission.stored(request)
    return group
  } catch (error) {
    const winner = await find()
    if (winner) return answerAgain(winner)
    throw error
  }
}
