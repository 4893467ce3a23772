import { afterAll, beforeAll } from 'vitest'
import type { Group } from '#server/domain/group.ts'
import { loginAsAdmin, type Session } from './admin.ts'
import { ask, type ReplyTo } from './ask.ts'
import { present } from './at-least.ts'
import { type StartOptions, startApp, type TestApp } from './start-app.ts'

export interface AdminService {
  readonly app: TestApp
  readonly admin: Session
  /** The group as admins see it. */
  group(groupId: string): Promise<ReplyTo<'getAdminGroup'>>
  approve(groupId: string, json?: unknown): Promise<ReplyTo<'approveGroup'>>
  /** The group's row; undefined once it is deleted. */
  stored(groupId: string): Promise<Group | undefined>
}

/** A service with an admin for all tests of a file. */
export function adminService(options?: StartOptions): AdminService {
  let app: TestApp | undefined
  let session: Session | undefined
  beforeAll(async () => {
    app = await startApp(options)
    session = await loginAsAdmin(app)
  })
  afterAll(() => app?.[Symbol.asyncDispose]())
  const admin = () => present(session)
  return {
    get app() {
      return present(app)
    },
    get admin() {
      return admin()
    },
    group: (groupId) => ask(admin(), 'getAdminGroup', { params: { groupId } }),
    approve: (groupId, json) => ask(admin(), 'approveGroup', { params: { groupId }, json }),
    stored: (groupId) => present(app).app.deps.database.groups.find(groupId),
  }
}
