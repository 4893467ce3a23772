import { asPublished } from '#contract/texts/image-texts.ts'
import { makeImage } from './images/make-image.ts'
import type { TestApp } from './start-app.ts'

export interface UploadedGroup {
  readonly groupId: string
  readonly managementToken: string
  readonly managementUrl: string
  readonly images: readonly {
    readonly id: number
    readonly fileName: string
    readonly originalName: string
    readonly filePath: string
    readonly previewPath: string
    readonly fileSize: number
  }[]
  readonly [field: string]: unknown
}

/** The body of an answer, typed by the test. */
export const bodyOf = async <T = UploadedGroup>(response: Response): Promise<T> => (await response.json()) as T

export interface BatchSpec {
  readonly files?: readonly {
    readonly name: string
    readonly bytes: Uint8Array
    readonly type?: string
    readonly field?: string
  }[]
  /** Part → value; objects are sent as JSON text, undefined leaves the part out. */
  readonly parts?: Readonly<Record<string, unknown>>
}

export const consents = { workshopConsent: true }

/** The form of a batch: by default one small image and the consent to the display. */
export async function batchForm({ files, parts = {} }: BatchSpec = {}): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ consents, ...parts })) {
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  for (const { name, bytes, type = 'image/jpeg', field = 'images' } of files ?? [
    { name: 'a.jpg', bytes: await makeImage() },
  ]) {
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), name)
  }
  return form
}

/** A batch of three images. */
export const threeImages = async (): Promise<BatchSpec> => ({
  files: await Promise.all(
    ['red', 'green', 'blue'].map(async (colour) => ({ name: `${colour}.jpg`, bytes: await makeImage({ colour }) })),
  ),
})

export const sendBatch = async (
  app: Pick<TestApp, 'fetch'>,
  spec: BatchSpec = {},
  headers: Record<string, string> = {},
): Promise<Response> => app.fetch('/api/upload/batch', { method: 'POST', body: await batchForm(spec), headers })

/** Uploads a group that must be accepted. */
export async function uploadGroup(app: Pick<TestApp, 'fetch'>, spec: BatchSpec = {}): Promise<UploadedGroup> {
  const response = await sendBatch(app, spec)
  const body = await response.json()
  if (response.status !== 200) throw new Error(`The upload was refused: ${JSON.stringify(body)}`)
  return body as UploadedGroup
}

/** Approves a group in the database, for tests that are not about approval. */
export const publish = (app: TestApp, groupId: string): Promise<boolean> =>
  app.app.deps.database.transaction(async (tx) => {
    const images = await tx.images.ofGroup(groupId)
    await tx.images.publishTexts(groupId, new Map(images.map((image) => [image.id, asPublished(image)])))
    const approval = { isApproved: true, firstApprovedAt: app.app.deps.clock.now().toISOString() }
    return tx.groups.update(groupId, approval)
  })
