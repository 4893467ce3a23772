import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginAsAdmin, loginAsAuditor } from '#tests/support/admin.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
})

describe('admin access', () => {
  it('403 SESSION_REQUIRED, CSRF_INVALID, ROLE_REQUIRED in this order', async () => {
    const send = (session: { fetch: TestApp['fetch'] }, headers = {}) =>
      session.fetch('/api/admin/users', { method: 'POST', headers, body: '{' }).then((response) => response.json())
    const admin = await loginAsAdmin(app)
    expect(await send(app)).toMatchObject({ code: 'SESSION_REQUIRED' })
    expect(await send(app, { cookie: admin.cookie })).toMatchObject({ code: 'CSRF_INVALID' })
    expect(await send(await loginAsAuditor(app))).toMatchObject({ code: 'ROLE_REQUIRED' })
  })
})
