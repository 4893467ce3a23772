import { afterAll, beforeAll } from 'vitest'
import { loginAsAdmin, type Session } from './admin.ts'
import { fakeClock } from './fake-clock.ts'
import { startApp, type TestApp } from './start-app.ts'

export const now = '2026-05-04T10:00:00.000Z'
/** The time that many hours later. */
export const hours = (count: number) => new Date(Date.parse(now) + count * 3_600_000).toISOString()

export const clock = fakeClock(now)
export let app: TestApp
export let admin: Session

/** Serves a service, for which it is `now`, to the tests of a file. */
export function fixedTimeTests(env: Readonly<Record<string, string>> = {}): void {
  beforeAll(async () => {
    clock.set(now)
    app = await startApp({ env, overrides: { clock } })
    admin = await loginAsAdmin(app)
  })
  afterAll(() => app[Symbol.asyncDispose]())
}

/** Moves the clock so far that sessions end. */
export async function goTo(time: string): Promise<void> {
  clock.set(time)
  admin = await loginAsAdmin(app)
}
