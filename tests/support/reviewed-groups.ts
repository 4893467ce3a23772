import { afterAll, beforeAll } from 'vitest'
import { loginAsAdmin, type Session } from './admin.ts'
import { ask, send } from './ask.ts'
import { fakeClock } from './fake-clock.ts'
import { type OwnedGroup, ownGroup } from './manage.ts'
import { startApp, type TestApp } from './start-app.ts'

/** A service with groups as their owner, a moderator and the public see them; its clock stands still. */
export function reviewedGroups() {
  const clock = fakeClock('2026-11-22T10:00:00.000Z')
  let app: TestApp
  let admin: Session
  beforeAll(async () => {
    app = await startApp({ env: { MANAGEMENT_RATE_LIMIT: '1000' }, overrides: { clock } })
    admin = await loginAsAdmin(app)
  })
  afterAll(() => app[Symbol.asyncDispose]())
  return {
    clock,
    app: () => app,
    admin: () => admin,
    waiting: (images = 3) => ownGroup(app, { images, approved: false }),
    seenByAdmin: (groupId: string) => ask(admin, 'getAdminGroup', { params: { groupId } }),
    seenByOwner: async ({ owner }: OwnedGroup) => (await owner.view()).body.data,
    approve: (groupId: string, json: Record<string, unknown> = {}) =>
      send(admin, 'approveGroup', { params: { groupId }, json }),
    undo: (undoId: unknown) => send(admin, 'undoModeration', { json: { undoId } }),
    edit: (groupId: string, imageId: number | undefined, json: Record<string, unknown>) =>
      send(admin, 'editImage', { params: { groupId, imageId: imageId ?? 0 }, json }),
    publicGroup: async (groupId: string) => (await send(app, 'getGroup', { params: { groupId } })).body,
    statusOf: async (path: string | undefined) => (await app.fetch(path ?? '')).status,
    describeFirst: ({ owner, imageIds: [imageId] }: OwnedGroup, description: string) =>
      owner.send('PUT', '/images/descriptions', { descriptions: [{ imageId, description }] }),
  }
}
