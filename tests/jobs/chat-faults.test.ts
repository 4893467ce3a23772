import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { type BotApi, startBotApi } from '#tests/support/servers/bot-api.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { announced, answerTo, bind, chatId, follow, press, pressOf } from './chat.ts'
import { deliver } from './messenger-service.ts'

const ada = 11
let bot: BotApi
let app: TestApp
let admin: Session
const env = () => ({ MESSENGER_API_ROOT: bot.env.MESSENGER_API_ROOT ?? '', MESSENGER_LANGUAGE: 'en' })
const use = (token: string) =>
  ask(admin, 'updateSettings', {
    json: { messengerBotToken: token, messengerChatId: String(chatId), chatModeration: true },
  })
const decisions = async (groupId: string) =>
  (await ask(admin, 'listAdminAudit')).entries.filter(({ target_id: id }) => id === groupId)
const edits = (of: BotApi) => of.done('editMessageText').map(({ payload }) => payload.text)

beforeEach(async () => {
  bot = await startBotApi()
  app = await startApp({ env: env() })
  admin = await loginAsAdmin(app)
  await use(bot.token)
})
afterEach(async () => {
  await app[Symbol.asyncDispose]()
  await bot[Symbol.asyncDispose]()
})

/** Only on a database that several processes can share. */
describe.runIf(inject('engine') === 'postgres')('two replicas (D92)', () => {
  it('ask for updates one at a time: one decision, one answer, and the other goes on when the first ends', async () => {
    await using replica = await startApp({ env: env(), dataDir: app.dataDir })
    const first = follow(app, 'first')
    await using _second = follow(replica, 'second')
    await bind(bot, admin, ada)
    const one = await announced(app, bot)
    const two = [pressOf(one.message, 'Approve', ada), pressOf(one.message, 'Approve', ada)]
    for (const update of two) bot.report(update)
    const answers = await Promise.all(two.map(({ callback_query: { id } }) => answerTo(bot, id)))
    expect(answers).toEqual(['Approved by admin', 'Already decided: Approved by admin'])
    expect(await decisions(one.groupId)).toHaveLength(1)
    expect(bot.done('answerCallbackQuery')).toHaveLength(2)
    expect(bot.conflicts()).toBe(0)
    await first[Symbol.asyncDispose]()
    const other = await announced(replica, bot)
    expect(await press(bot, other.message, 'Hide', ada)).toBe('Hidden by admin')
    await deliver(app)
    expect(edits(bot)).toHaveLength(2)
  })
})

describe('a process that ends after the commit of a decision', () => {
  it('leaves the change of the message to the next, which decides nothing again', async () => {
    const following = follow(app)
    await bind(bot, admin, ada)
    const { groupId, message } = await announced(app, bot)
    // The answer is lost, too.
    bot.refuseCall = (method) =>
      method === 'answerCallbackQuery' ? { error_code: 502, description: 'Bad Gateway' } : undefined
    bot.report(pressOf(message, 'Approve', ada))
    await expect.poll(() => decisions(groupId)).toHaveLength(1)
    await following[Symbol.asyncDispose]()
    await app.stop()
    expect(edits(bot)).toEqual([])

    bot.refuseCall = () => undefined
    app = await startApp({ env: env(), dataDir: app.dataDir })
    admin = await loginAsAdmin(app)
    await using _following = follow(app)
    bot.repeat()
    await deliver(app)
    await deliver(app)
    expect(edits(bot)).toEqual([expect.stringContaining('Approved by admin')])
    expect(await press(bot, message, 'Hide', ada)).toBe('Already decided: Approved by admin')
    expect(await decisions(groupId)).toHaveLength(1)
  })
})

describe('another bot', () => {
  it('takes over while the service runs, with updates of its own numbers; the old one gets no call', async () => {
    await using _following = follow(app)
    await bind(bot, admin, ada)
    await announced(app, bot)
    await bot.stop()
    await using other = await startBotApi({
      token: '4712:BBF-other_of-the-tests',
      port: Number(new URL(env().MESSENGER_API_ROOT).port),
    })
    await use(other.token)
    await expect.poll(other.isPolled, { timeout: 5_000 }).toBe(true)
    const { groupId, message } = await announced(app, other)
    const update = { update_id: 3, ...pressOf(message, 'Approve', ada) }
    other.report(update)
    expect(await answerTo(other, update.callback_query.id)).toBe('Approved by admin')
    expect(await decisions(groupId)).toHaveLength(1)
    expect(app.logged()).not.toMatch(/secret_of-the-tests|other_of-the-tests/)
  })
})
