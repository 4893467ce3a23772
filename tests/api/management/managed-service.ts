import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { ErrorBody, ErrorCode } from '#contract/operation/errors.ts'
import { type ReplyTo, refused } from '#tests/support/ask.ts'
import { present } from '#tests/support/at-least.ts'
import { type Answer, type OwnedGroup, ownGroup, stored } from '#tests/support/manage.ts'
import { type StartOptions, startApp, type TestApp } from '#tests/support/start-app.ts'

type ManagedImage = ReplyTo<'getManagedGroup'>['data']['images'][number]

export interface ManagedService {
  readonly app: TestApp
  /** The group of the test: a new one unless the test before has left its own as it was. */
  own: OwnedGroup
  /** Marks the test's group as unchanged. */
  unused(): void
  /** Expects an error, and that nothing about the group is different afterwards. */
  refused(send: () => Promise<Pick<Answer, 'status' | 'body'>>, status: number, code: ErrorCode): Promise<ErrorBody>
  /** The images as the owner sees them, in order. */
  imagesNow(own?: OwnedGroup): Promise<ManagedImage[]>
  orderNow(): Promise<[order: number, id: number][]>
}

/** A service with a group of three approved images and its owner. */
export function managedService(options?: StartOptions): ManagedService {
  let app: TestApp | undefined
  let own: OwnedGroup | undefined
  let used = true
  beforeAll(async () => {
    app = await startApp({
      env: { MANAGEMENT_RATE_LIMIT: '100000', TRUST_PROXY_HOPS: '1', MAX_FILE_SIZE_MB: '1' },
      ...options,
    })
  })
  afterAll(() => app?.[Symbol.asyncDispose]())
  const running = () => present(app)
  beforeEach(async () => {
    if (used) own = await ownGroup(running())
    used = true
  })
  const service: ManagedService = {
    get app() {
      return running()
    },
    get own() {
      return present(own)
    },
    set own(group) {
      own = group
    },
    unused() {
      used = false
    },
    async refused(send, status, code) {
      const { owner, groupId } = service.own
      const files = async () => (await service.app.storedFiles()).sort()
      const state = async () => ({ view: (await owner.view()).body, row: await stored(service.app, groupId) })
      const before = await state()
      const filesBefore = await files()
      const body = await refused(send(), status, code)
      expect(await state()).toEqual(before)
      await expect.poll(files).toEqual(filesBefore)
      return body
    },
    imagesNow: async ({ owner } = service.own) => (await owner.view()).body.data.images,
    orderNow: async () => (await service.imagesNow()).map(({ id, upload_order }) => [upload_order, id]),
  }
  return service
}

/** The body of `updateImageDescriptions`. */
export const descriptions = (...entries: [imageId: number, description: string][]) => ({
  descriptions: entries.map(([imageId, description]) => ({ imageId, description })),
})
