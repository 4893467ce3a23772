import { afterAll, beforeAll, expect, it } from 'vitest'
import { loginAsAdmin, loginAsAuditor, type Session } from '#tests/support/admin.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

export let app: TestApp
export let admin: Session
let auditor: Session

/** Serves `app`, `admin` and `read` to the tests of a log. */
export function logTests(): void {
  beforeAll(async () => {
    app = await startApp()
    admin = await loginAsAdmin(app)
    auditor = await loginAsAuditor(app)
  })
  afterAll(async () => {
    await app[Symbol.asyncDispose]()
  })
}

/** Reads a log as each role that may read it. */
export async function read<T>(path: string): Promise<T> {
  const answers = await Promise.all([admin, auditor].map((session) => session.fetch(path)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const [forAdmin, forAuditor] = await Promise.all(answers.map((answer) => answer.json()))
  expect(forAuditor).toEqual(forAdmin)
  return forAdmin as T
}

/** Tests of the `limit` that every list of a log takes. */
export function limitTests(path: string): void {
  it.each(['0', '1001', '-1', '1.5', 'all', ''])('400 for limit=%s', async (limit) => {
    const response = await admin.fetch(`${path}?limit=${limit}`)
    expect(response.status).toBe(400)
    const body = await response.json()
    expect(body).toMatchObject({ code: 'INVALID_PARAMETER', message: expect.stringContaining('limit') })
  })

  it.each([1, 1_000])('takes limit=%i', async (limit) => {
    expect(await read(`${path}?limit=${limit}`)).toMatchObject({ success: true, limit })
  })

  it('has a limit of 100 by default', async () => {
    expect(await read(path)).toMatchObject({ limit: 100 })
  })
}
