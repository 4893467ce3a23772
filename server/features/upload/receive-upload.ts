import type { Group } from '#server/domain/group.ts'
import { checkSameBody, type UploadKey, uploadKeysSince } from '#server/domain/upload/upload-key.ts'
import { ImageReceiver } from '#server/groups/receiving/receive-images.ts'
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

/** What identifies an upload when it is repeated: its key, and for the plain form, to which people go back, its content, too. */
function keyOfUpload({ clock, database }: Deps, request: Exchange['request']) {
  const form = sentForm(request)
  const sent = idempotencyKey(request, form?.key)
  const digest = sent === undefined ? undefined : createBodyDigest()
  const key = () => (form ? digest?.value && `${sent} ${digest.value}` : sent)
  return {
    digest,
    /** undefined before the body was read. */
    stored(): UploadKey | undefined {
      const read = key()
      return read && digest?.value ? { key: read, bodyDigest: digest.value } : undefined
    },
    /** The group that an upload with this key has made. */
    async find(): Promise<{ group: Group; bodyDigest: string | null } | undefined> {
      const known = key()
      return known ? database.groups.findByUploadKey(known, uploadKeysSince(clock.now())) : undefined
    },
    answerAgain(earlier: { group: Group; bodyDigest: string | null }): Group {
      checkSameBody(earlier.bodyDigest, digest?.value)
      return earlier.group
    },
  }
}

/**
 * Reads the form while the client is connected; a repeated upload returns the group that the first one created. AppError
 * IDEMPOTENCY_KEY_REUSED when the key came with another body (D59).
 */
export async function receiveUpload(
  deps: Deps,
  { request, reply, admission, maxFiles, use }: Receiving,
): Promise<Group | undefined> {
  const key = keyOfUpload(deps, request)
  const { digest } = key
  const parts = sentForm(request) ? readSentForm(deps, request, digest) : readParts(request, uploadTextNames, digest)
  const earlier = await key.find()
  const refusal = admission.refusal(request)
  if (earlier || refusal) {
    await skipParts(parts, admission.signal(request))
    const repeated = earlier ?? (await key.find())
    if (!repeated) throw refusal
    return key.answerAgain(repeated)
  }
  const sender = senderOf(request, reply, admission.signal(request))
  await using receiver = new ImageReceiver(deps, { ...sender, expectedImages: maxFiles ?? usualImages })
  const upload = await readUploadForm(parts, receiver, {
    maxFiles,
    // Whether a plain form was sent before is known only once it has been read: then it needs no valid link.
    checkStaffLink: sentForm(request) ? undefined : (secret) => checkStaffLink(deps, request, secret),
  })
  try {
    const target = await targetOfUpload(deps, upload, request)
    const given = {
      form: upload,
      receiver,
      uploadKey: key.stored(),
      acceptLanguage: request.headers['accept-language'],
    }
    const group = await use({ ...staffOf(target, request), exhibition: target.exhibition, ...given })
    if (group) admission.stored(request)
    return group
  } catch (error) {
    const winner = await key.find()
    if (winner) return key.answerAgain(winner)
    throw error
  }
}
