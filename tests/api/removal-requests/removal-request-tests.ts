import { afterAll, beforeAll } from 'vitest'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { ask, send } from '#tests/support/ask.ts'
import { type FakeClock, fakeClock } from '#tests/support/fake-clock.ts'
import type { OwnedGroup } from '#tests/support/manage.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

const messenger = { MESSENGER_BOT_TOKEN: '1:secret', MESSENGER_CHAT_ID: '7', MESSENGER_LANGUAGE: 'en' }

export let app: TestApp
export let admin: Session
export let clock: FakeClock

/** Serves `app` and `admin` to the tests of a file. */
export function removalRequestTests(): void {
  beforeAll(async () => {
    clock = fakeClock('2026-11-22T10:00:00.000Z')
    const env = {
      MANAGEMENT_RATE_LIMIT: '1000',
      UPLOAD_RATE_LIMIT: '1000',
      TRUST_PROXY_HOPS: '1',
      ...messenger,
      SHARED_NETWORKS: '203.0.113.0/24',
    }
    app = await startApp({ env, overrides: { clock } })
    admin = await loginAsAdmin(app)
  })
  afterAll(() => app[Symbol.asyncDispose]())
}

let addresses = 0
export const newAddress = () => `198.51.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`
export const create = (json: unknown, address = newAddress()) =>
  send(app, 'createRemovalRequest', { json, headers: { 'x-forwarded-for': address } })
export const request = async (json: Record<string, unknown>, address?: string) =>
  (await create({ reason: 'me', ...json }, address)).body.requestId
export const decide = (requestId: string, decision: string, note?: string) =>
  send(admin, 'decideRemovalRequest', { params: { requestId }, json: { decision, note } })
export const statusOf = (requestId: string) => ask(app, 'getRemovalRequest', { params: { requestId } })
export const listed = async (requestId: string) =>
  (await ask(admin, 'listRemovalRequests', { query: { limit: 1_000 } })).requests.find(
    (each) => each.requestId === requestId,
  )
export const shown = async ({ groupId }: OwnedGroup) => (await send(app, 'getGroup', { params: { groupId } })).body
export const shownIds = async (group: OwnedGroup) => ((await shown(group)).images ?? []).map(({ id }) => id)
export const codeOf = async (group: OwnedGroup, index = 0) => (await shown(group)).images[index]?.code ?? ''
