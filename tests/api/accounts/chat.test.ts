import { generate } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminCredentials, loginAsAdmin, loginAsAuditor, loginAsModerator, type Session } from '#tests/support/admin.ts'
import { ask, send } from '#tests/support/ask.ts'
import { type BotApi, startBotApi } from '#tests/support/servers/bot-api.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

let bot: BotApi
let app: TestApp
let admin: Session
beforeAll(async () => {
  bot = await startBotApi()
  app = await startApp({ env: { MESSENGER_API_ROOT: bot.env.MESSENGER_API_ROOT ?? '' } })
  admin = await loginAsAdmin(app)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await bot[Symbol.asyncDispose]()
})

const operations = ['getChatBinding', 'createChatCode', 'deleteChatBinding'] as const
const set = (json: object) => ask(admin, 'updateSettings', { json })
const answers = async (caller: Session | TestApp) => {
  const all = await Promise.all(operations.map((name) => send(caller, name)))
  return all.map(({ status, body }) => [status, body.code])
}

describe('the own account and the chat (D92)', () => {
  it('is nothing while chatModeration is off, or no bot is configured', async () => {
    const nothing = operations.map(() => [404, 'CHAT_NOT_AVAILABLE'])
    expect(await answers(admin)).toEqual(nothing)
    expect(await ask(admin, 'getCsrfToken')).not.toHaveProperty('chatModeration')
    await set({ chatModeration: true })
    expect(await answers(admin)).toEqual(nothing)
    await set({ messengerBotToken: bot.token, messengerChatId: '-1', chatModeration: null })
    expect(await answers(admin)).toEqual(nothing)
    expect(bot.calls()).toBe(0)
  })

  it('is for moderators and admins, with a code that no row contains', async () => {
    await set({ messengerBotToken: bot.token, messengerChatId: '-1', chatModeration: true })
    expect(await ask(admin, 'getCsrfToken')).toMatchObject({ chatModeration: true })
    expect((await answers(app)).map(([status]) => status)).toEqual([403, 403, 403])
    expect((await answers(await loginAsAuditor(app))).map(([, code]) => code)).toEqual(Array(3).fill('ROLE_REQUIRED'))
    const moderator = await loginAsModerator(app)
    expect(await ask(moderator, 'getChatBinding')).toEqual({ success: true, binding: null })
    const { code, expiresAt, link } = await ask(moderator, 'createChatCode')
    expect(code).toMatch(/^[A-HJKMNP-Z2-9]{10}$/)
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(10 * 60_000)
    expect(link).toBe(`https://t.me/werkschau_bot?start=${code}`)
    expect(await app.app.deps.database.secondFactors.findChallenge(code)).toBeUndefined()
    expect(app.logged()).not.toContain(code)
    const audit = (await ask(admin, 'listAdminAudit')).entries.find(({ action }) => action === 'create_chat_code')
    expect(audit).toMatchObject({ actor_name: 'moderator' })
    expect((await ask(moderator, 'deleteChatBinding')).success).toBe(true)
  })

  it('is in the answer to a login with a second step, too', async () => {
    const { secret } = await ask(admin, 'addTotp')
    const { recoveryCodes } = await ask(admin, 'confirmTotp', { json: { code: await generate({ secret }) } })
    const { challenge } = (await send(app, 'login', { json: adminCredentials })).body
    const finished = await ask(app, 'finishLogin', { json: { challenge, code: recoveryCodes[0] } })
    expect(finished).toMatchObject({ success: true, chatModeration: true })
  })

  it('needs no answer of the bot for a code', async () => {
    bot.refuseCall = () => ({ error_code: 502, description: 'Bad Gateway' })
    expect((await ask(admin, 'createChatCode')).link).toBeNull()
    bot.refuseCall = () => undefined
  })
})
