import { afterEach, beforeEach } from 'vitest'
import { configuredChannels } from '#server/domain/notifications/channels.ts'
import { notify } from '#server/groups/notify.ts'
import { deliverNotifications } from '#server/jobs/deliver-notifications.ts'
import type { Notification } from '#server/ports/notifications/notification-outbox.ts'
import { present } from '#tests/support/at-least.ts'
import { type FakeClock, fakeClock } from '#tests/support/fake-clock.ts'
import { type BotApi, startBotApi } from '#tests/support/servers/bot-api.ts'
import { type StartOptions, startApp, type TestApp } from '#tests/support/start-app.ts'

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute

export const facts = (title: string) => ({ name: 'Ada', title, year: 2026, imageCount: 1 })
export const uploadOf = (groupId: string, title: string): Notification => ({
  kind: 'upload',
  groupId,
  payload: facts(title),
})

/** Delivers what is due once, by every channel. */
export const deliver = ({ app }: TestApp, owner = 'one process') =>
  Promise.all(
    configuredChannels(app.deps.settings.current).map((channel) =>
      deliverNotifications(app.deps, { channel, owner, signal: new AbortController().signal }),
    ),
  )

export const queue = ({ app }: TestApp, ...notifications: Notification[]): Promise<void> =>
  app.deps.database.transaction(async (tx) => {
    for (const notification of notifications) await notify(app.deps, tx, notification)
  })

export interface MessengerService {
  readonly bot: BotApi
  readonly clock: FakeClock
  /** A service that delivers on request; with `jobs` by itself. */
  start(options?: StartOptions): Promise<TestApp>
  /** Titles in the received messages. */
  titles(): (string | undefined)[]
  /** Advances the clock in steps, as the job that runs every few seconds sees it. */
  pass(app: TestApp, ms: number, step?: number): Promise<void>
}

/** A bot API and a clock for each test. */
export function messengerService(): MessengerService {
  let bot: BotApi | undefined
  let clock: FakeClock | undefined
  const apps: TestApp[] = []
  beforeEach(async () => {
    bot = await startBotApi()
    clock = fakeClock('2026-11-11T12:00:00.000Z')
  })
  afterEach(async () => {
    await bot?.[Symbol.asyncDispose]()
    // The last one first: it may use the folder of an earlier one, which is removed with it.
    for (const app of apps.splice(0).reverse()) await app[Symbol.asyncDispose]()
  })
  const service: MessengerService = {
    get bot() {
      return present(bot)
    },
    get clock() {
      return present(clock)
    },
    async start({ env, overrides, ...options } = {}) {
      const settings = { MESSENGER_LANGUAGE: 'en', LOG_LEVEL: 'trace', ...service.bot.env, ...env }
      const app = await startApp({ ...options, env: settings, overrides: { clock: service.clock, ...overrides } })
      apps.push(app)
      return app
    },
    titles: () => service.bot.texts().map((text) => /^Title: (.*)$/m.exec(text)?.[1]),
    async pass(app, ms, step = 5 * second) {
      for (let passed = 0; passed < ms; passed += step) {
        service.clock.advance(step)
        await deliver(app)
      }
    },
  }
  return service
}
