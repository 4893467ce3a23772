import { AppError } from '#server/domain/errors.ts'
import type { Group } from '#server/domain/group.ts'
import type { UploadKey } from '#server/domain/upload-key.ts'
import type { ImageReceiver } from '#server/groups/receiving/receive-images.ts'
import type { Deps } from '#server/ports/deps.ts'
import { checkBatch } from './check-batch.ts'
import { matchDescriptions } from './match-descriptions.ts'
import { storeBatch } from './store-batch.ts'
import type { UploadForm } from './upload-form.ts'

export interface BatchUpload {
  readonly form: UploadForm
  readonly receiver: ImageReceiver
  readonly uploadKey: UploadKey | undefined
  readonly acceptLanguage?: string | undefined
}

/** Makes a group of a form and its images, whole or not at all (specification, Upload and download; D6, D7). */
export async function uploadBatch(
  deps: Deps,
  { form, receiver, uploadKey, acceptLanguage }: BatchUpload,
): Promise<Group> {
  if (form.fileNames.length === 0) throw new AppError('NO_FILES', 'The form has no image')
  const metadata = { ...form.metadata, description: form.metadata.description ?? form.description ?? null }
  const { platformIds, ...texts } = await checkBatch(deps, { metadata, consents: form.consents ?? {}, acceptLanguage })
  const imageDescriptions = matchDescriptions(form.fileNames, form.descriptions)
  return receiver.store((tx, images) =>
    storeBatch(deps, tx, { ...texts, platformIds, images, imageDescriptions, uploadKey }),
  )
}
