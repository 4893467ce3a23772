import { afterAll, beforeAll, expect } from 'vitest'
import type { ErrorBody, ErrorCode } from '#contract/operation/errors.ts'
import { refused } from '#tests/support/ask.ts'
import { present } from '#tests/support/at-least.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

export interface UploadService {
  readonly app: TestApp
  /** Rows and files, which a refused request must not change. */
  state(): Promise<{ files: string[]; images: number[]; planned: unknown[] }>
  /** Expects an error, and that nothing is left of the request. */
  refused(send: () => Promise<Response>, status: number, code: ErrorCode): Promise<ErrorBody>
}

/** A service that takes files of up to 1 MB. */
export function uploadService(): UploadService {
  let app: TestApp | undefined
  beforeAll(async () => {
    app = await startApp({ env: { MAX_FILE_SIZE_MB: '1' } })
  })
  afterAll(() => app?.[Symbol.asyncDispose]())
  async function state() {
    const { database } = present(app).app.deps
    const images = await database.images.after(0, 1_000)
    const planned = await database.fileRemovals.planned()
    return { files: (await present(app).storedFiles()).sort(), images: images.map(({ id }) => id), planned }
  }
  return {
    get app() {
      return present(app)
    },
    state,
    async refused(send, status, code) {
      const before = await state()
      const body = await refused(send(), status, code)
      await expect.poll(state).toEqual(before)
      return body
    },
  }
}
