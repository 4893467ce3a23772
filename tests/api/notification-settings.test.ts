import dns from 'node:dns'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { adminCommand } from '#server/command-line/admin-command.ts'
import { loginAsAdmin, loginAsModerator, type Session } from '#tests/support/admin.ts'
import { ask, send } from '#tests/support/ask.ts'
import { type BotApi, startBotApi } from '#tests/support/servers/bot-api.ts'
import { type MailServer, startMailServer } from '#tests/support/servers/mail-server.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#tests/support/servers/webhook-receiver.ts'
import { type StartOptions, startApp, type TestApp } from '#tests/support/start-app.ts'
import { uploadGroup } from '#tests/support/upload.ts'

let bot: BotApi
let mail: MailServer
let webhook: WebhookReceiver
const apps: TestApp[] = []
beforeEach(async () => {
  bot = await startBotApi()
  mail = await startMailServer()
  webhook = await startWebhookReceiver()
})
afterEach(async () => {
  for (const app of apps.splice(0).reverse()) await app[Symbol.asyncDispose]()
  for (const server of [bot, mail, webhook]) await server[Symbol.asyncDispose]()
})

async function start({ env, ...options }: StartOptions = {}): Promise<{ app: TestApp; admin: Session }> {
  const { MESSENGER_API_ROOT = '' } = bot.env
  const own = { MESSENGER_API_ROOT, MESSENGER_LANGUAGE: 'en', ALLOW_PRIVATE_WEBHOOKS: 'true', LOG_LEVEL: 'trace' }
  const app = await startApp({ ...options, env: { ...own, ...env } })
  apps.push(app)
  return { app, admin: await loginAsAdmin(app) }
}
const text = (name: string): string => ({ ...bot.env, ...mail.env, ...webhook.env })[name] ?? ''
const telegram = () => ({ messengerBotToken: bot.token, messengerChatId: text('MESSENGER_CHAT_ID') })
const email = () => ({ smtpUrl: text('SMTP_URL'), mailFrom: text('MAIL_FROM'), mailTo: text('MAIL_TO') })
const hook = () => ({ webhookUrl: text('WEBHOOK_URL'), webhookSecret: webhook.secret })
const secrets = () => [bot.token, mail.password, encodeURIComponent(mail.password), webhook.secret]
const set = (admin: Session, json: object) => ask(admin, 'updateSettings', { json })
const state = async (admin: Session, key: string) => (await ask(admin, 'getSettings')).settings[key]
const test = (admin: Session, channel: string) => ask(admin, 'sendTestMessage', { query: { channel } })
const refusal = async (admin: Session, json: object) => {
  const { status, body } = await send(admin, 'updateSettings', { json })
  return [status, body.code, body.message]
}

describe('notifications set on the page (D87)', () => {
  it('reach Telegram, mail and webhook at once, without a restart', async () => {
    const { app, admin } = await start({ jobs: true })
    await uploadGroup(app)
    await set(admin, { ...telegram(), ...email(), ...hook() })
    await uploadGroup(app, { parts: { metadata: { title: 'after the change', year: 2026 } } })
    await expect.poll(() => [bot.messages.length, mail.mails.length, webhook.calls.length]).toEqual([1, 1, 1])
    expect(bot.texts()[0]).toContain('after the change')
    await set(admin, { messengerChatId: null })
    await uploadGroup(app)
    await expect.poll(() => webhook.calls.length).toBe(2)
    expect(bot.messages).toHaveLength(1)
    expect((await ask(admin, 'getSystemOverview')).messenger.channels).toEqual(['email', 'webhook'])
  })

  it.each(['chat', 'email', 'webhook'])('the test of %s tries this channel alone', async (channel) => {
    const { admin } = await start()
    await set(admin, { ...telegram(), ...email(), ...hook() })
    expect((await test(admin, channel)).channels).toEqual([{ channel, outcome: 'delivered', reason: null }])
    expect([bot.messages.length, mail.mails.length, webhook.calls.length]).toEqual(
      ['chat', 'email', 'webhook'].map((each) => (each === channel ? 1 : 0)),
    )
  })

  it('a password of the mail server that is no UTF-8 stops no channel', async () => {
    const { admin } = await start()
    await set(admin, { ...telegram(), ...email(), smtpUrl: 'smtp://team:caf%E9@127.0.0.1:9' })
    expect((await test(admin, 'chat')).channels).toEqual([{ channel: 'chat', outcome: 'delivered', reason: null }])
    expect((await test(admin, 'email')).reason).toMatch('ECONNREFUSED')
  })

  it("the test answers with the other side's own error, without secrets", async () => {
    const { app, admin } = await start()
    await set(admin, { ...telegram(), ...email(), ...hook() })
    bot.refuse = () => ({ error_code: 403, description: `Forbidden: not with ${bot.token}` })
    mail.refuse = () => ({ responseCode: 554, message: `no, not ${mail.password}` })
    webhook.refuse = () => ({ status: 418 })
    const answers = [await test(admin, 'chat'), await test(admin, 'email'), await test(admin, 'webhook')]
    expect(answers.map(({ reason }) => reason)).toEqual([
      '403 Forbidden: not with [token]',
      expect.stringContaining('no, not [secret]'),
      "418 I'm a Teapot",
    ])
    for (const secret of secrets()) expect(JSON.stringify(answers) + app.logged()).not.toContain(secret)
  })

  it('409 for what a variable sets; it is shown as locked, a secret without its value', async () => {
    const { admin } = await start({ env: { ...bot.env } })
    expect(await refusal(admin, telegram())).toEqual([409, 'SETTING_LOCKED', expect.stringContaining('MESSENGER_BOT')])
    const variable = 'MESSENGER_BOT_TOKEN'
    expect(await state(admin, 'messengerBotToken')).toEqual({
      value: null,
      default: null,
      isSet: true,
      locked: true,
      variable,
    })
    expect(await state(admin, 'messengerChatId')).toMatchObject({ value: '-100200300', locked: true })
  })

  it.each([
    [{ messengerBotToken: 'with space' }, 'messengerBotToken'],
    [{ messengerChatId: '' }, 'messengerChatId must NOT have fewer than 1 characters'],
    [{ smtpUrl: 'http://mail.example' }, 'smtpUrl'],
    [{ smtpUrl: 'smtps://' }, 'smtpUrl'],
    // The mail library would run the program.
    [{ smtpUrl: 'smtp://x?sendmail=true&path=/bin/sh' }, 'smtpUrl must have no options but tls.rejectUnauthorized'],
    [{ mailFrom: 'nobody' }, 'mailFrom'],
    [{ mailFrom: 'a@b.example\r\nBcc: c@d.example' }, 'mailFrom'],
    [{ mailTo: 'a@b.example; c@d.example' }, 'mailTo'],
    [{ mailTo: `${'a'.repeat(1000)}@b.example` }, 'mailTo must NOT have more than 1000 characters'],
    [{ webhookUrl: 'ftp://example.org' }, 'webhookUrl'],
    [{ webhookUrl: 'https://name:word@example.org' }, 'webhookUrl must be an address without a name and a password'],
    [{ webhookSecret: 'whsec_short' }, 'webhookSecret'],
  ])('400 for %j, and changes nothing', async (json, message) => {
    const { admin } = await start()
    const before = await ask(admin, 'getSettings')
    const answer = await refusal(admin, { siteName: 'Other', ...json })
    expect(answer).toEqual([400, 'INVALID_BODY', expect.stringContaining(message)])
    expect(await ask(admin, 'getSettings')).toEqual(before)
  })

  it('is for admins', async () => {
    const { app } = await start()
    const moderator = await loginAsModerator(app)
    expect((await send(moderator, 'updateSettings', { json: telegram() })).status).toBe(403)
    expect((await send(moderator, 'sendTestMessage', { query: { channel: 'chat' } })).status).toBe(403)
  })
})

describe('secrets of notifications', () => {
  const all = () => ({ ...telegram(), ...email(), ...hook() })

  it('are write-only: in no answer, export, undo, log of admins, log, or file of the data folder', async () => {
    const { app, admin } = await start()
    const answers: unknown[] = [await set(admin, all()), await ask(admin, 'getSettings')]
    for (const key of ['messengerBotToken', 'smtpUrl', 'webhookSecret'])
      expect(await state(admin, key)).toMatchObject({ value: null, default: null, isSet: true, locked: false })
    const exported = await ask(admin, 'exportSettings')
    expect(Object.keys(exported.settings)).toEqual(['mailFrom', 'mailTo', 'messengerChatId', 'webhookUrl'])
    answers.push(exported, await ask(admin, 'getSystemOverview'), await ask(admin, 'listAdminAudit'))
    const listed = await adminCommand(['settings'])({ ...app.app.deps, readPassword: async () => '' })
    expect(listed).toMatch(/^smtpUrl +\(set, not shown\)$/m)
    const rows = await app.app.deps.database.settings.all()
    answers.push(listed, rows, await app.app.deps.database.settings.lastChange(), app.logged())
    await app.stop()
    const names = (await readdir(app.dataDir)).filter((name) => name.includes('.db') || name.endsWith('.jsonl'))
    for (const name of names) answers.push((await readFile(join(app.dataDir, name))).toString('latin1'))
    for (const secret of secrets()) expect(JSON.stringify(answers)).not.toContain(secret)
  })

  it('stay as they are when an export is imported, and can be removed', async () => {
    const { admin } = await start()
    await set(admin, all())
    const exported = await ask(admin, 'exportSettings')
    await ask(admin, 'importSettings', { json: { settings: {}, logo: null } })
    expect((await ask(admin, 'getSystemOverview')).messenger.channels).toEqual([])
    await ask(admin, 'importSettings', { json: exported })
    expect((await ask(admin, 'getSystemOverview')).messenger.channels).toEqual(['chat', 'email', 'webhook'])
    await set(admin, { smtpUrl: null })
    expect(await state(admin, 'smtpUrl')).toMatchObject({ value: null, isSet: false })
  })

  it('are not brought back by an undo, which leaves them as they are', async () => {
    const { admin } = await start()
    await set(admin, { ...all(), siteName: 'Fotowand' })
    await ask(admin, 'undoSettings')
    expect(await state(admin, 'siteName')).toMatchObject({ value: null })
    expect(await state(admin, 'messengerBotToken')).toMatchObject({ isSet: true })
    await set(admin, { messengerBotToken: null })
    const { status, body } = await send(admin, 'undoSettings')
    expect([status, body.code]).toEqual([404, 'UNDO_NOT_FOUND'])
    expect(await state(admin, 'messengerBotToken')).toMatchObject({ isSet: false })
  })

  it('are unset after the session secret was rotated, and the overview says so', async () => {
    const first = await start({ env: { ADMIN_SESSION_SECRET: 'a'.repeat(40) } })
    await set(first.admin, all())
    await first.app.stop()
    const { admin } = await start({ env: { ADMIN_SESSION_SECRET: 'b'.repeat(40) }, dataDir: first.app.dataDir })
    const lost = ['messengerBotToken', 'smtpUrl', 'webhookSecret']
    const { messenger } = await ask(admin, 'getSystemOverview')
    expect(messenger).toEqual({ configured: false, channels: [], lostSecrets: lost })
    for (const key of lost) expect(await state(admin, key)).toMatchObject({ isSet: false })
    await set(admin, { messengerBotToken: bot.token, smtpUrl: null })
    const after = (await ask(admin, 'getSystemOverview')).messenger
    expect(after).toEqual({ configured: true, channels: ['chat'], lostSecrets: ['webhookSecret'] })
    expect((await test(admin, 'chat')).outcome).toBe('delivered')
  })
})

describe("a webhook's address", () => {
  const strict = { ALLOW_PRIVATE_WEBHOOKS: 'false' }

  it.each([
    ['http://127.0.0.1:9/hooks', 'ALLOW_PRIVATE_WEBHOOKS=true'],
    ['http://hooks.example/', 'ALLOW_PRIVATE_WEBHOOKS=true'],
    ['http://93.184.216.34/', 'must be https'],
    ['https://127.0.0.1:9/hooks', 'ALLOW_PRIVATE_WEBHOOKS=true'],
    ['https://192.168.1.5/', 'ALLOW_PRIVATE_WEBHOOKS=true'],
    ['https://[::1]/', 'ALLOW_PRIVATE_WEBHOOKS=true'],
    ['https://[::ffff:10.0.0.1]/', 'ALLOW_PRIVATE_WEBHOOKS=true'],
    ['https://0x7f.1/', 'ALLOW_PRIVATE_WEBHOOKS=true'],
    ['https://169.254.169.254/', 'no address of a server'],
    ['https://0.0.0.0/', 'no address of a server'],
  ])('is refused: %s', async (webhookUrl, message) => {
    const { admin } = await start({ env: strict })
    const answer = await refusal(admin, { webhookUrl })
    expect(answer).toEqual([400, 'INVALID_BODY', expect.stringMatching(`^webhookUrl .*${message}`)])
  })

  it.each(['https://169.254.169.254/', 'http://93.184.216.34/'])(
    'is refused also with ALLOW_PRIVATE_WEBHOOKS: %s',
    async (webhookUrl) => {
      const { admin } = await start()
      expect((await refusal(admin, { webhookUrl }))[1]).toBe('INVALID_BODY')
    },
  )

  it.each([
    ['https', 'hooks.example leads to a private address'],
    ['http', 'hooks.example must be https'],
  ])('is refused when its name leads elsewhere at the moment of sending: %s', async (scheme, message) => {
    const { port } = new URL(text('WEBHOOK_URL'))
    const { admin } = await start({ env: { ALLOW_PRIVATE_WEBHOOKS: String(scheme === 'http') } })
    await set(admin, { ...hook(), webhookUrl: `${scheme}://hooks.example:${port}/` })
    const address = scheme === 'https' ? '127.0.0.1' : '93.184.216.34'
    const resolve = dns.lookup
    const resolved = (name: string, options: object, done: Done) =>
      name === 'hooks.example' ? done(null, [{ address, family: 4 }]) : resolve(name, options, done as never)
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation(resolved as never)
    try {
      expect((await test(admin, 'webhook')).reason).toContain(message)
      expect(webhook.attempts()).toBe(0)
    } finally {
      lookup.mockRestore()
    }
  })

  it('may be private in a variable with ALLOW_PRIVATE_WEBHOOKS, and stops the start without it', async () => {
    const { admin } = await start({ env: webhook.env })
    expect((await test(admin, 'webhook')).outcome).toBe('delivered')
    await expect(start({ env: { ...webhook.env, ...strict } })).rejects.toThrow(
      'WEBHOOK_URL leads to a private address, which needs ALLOW_PRIVATE_WEBHOOKS=true',
    )
  })
})

describe("a Bot API's address", () => {
  it('may be the machine itself', async () => {
    const { admin } = await start({ env: { ...bot.env, ALLOW_PRIVATE_WEBHOOKS: 'false' } })
    expect((await test(admin, 'chat')).outcome).toBe('delivered')
  })

  it.each([
    ['http://192.168.1.5:8081', 'leads to a private address, which needs ALLOW_PRIVATE_WEBHOOKS=true'],
    ['http://bots.example', 'must be https; ALLOW_PRIVATE_WEBHOOKS=true allows http in the own network'],
  ])('stops the start without ALLOW_PRIVATE_WEBHOOKS: %s', async (MESSENGER_API_ROOT, problem) => {
    const refused = start({ env: { MESSENGER_API_ROOT, ALLOW_PRIVATE_WEBHOOKS: 'false' } })
    await expect(refused).rejects.toThrow(`MESSENGER_API_ROOT ${problem}`)
  })
})

describe('a webhook', () => {
  it('is not left by a redirect', async () => {
    const { admin } = await start()
    await set(admin, hook())
    webhook.refuse = () => ({ status: 308, headers: { location: '/elsewhere' } })
    expect((await test(admin, 'webhook')).reason).toBe('308 Permanent Redirect')
    expect(webhook.attempts()).toBe(1)
  })
})

type Done = (error: null, found: readonly { address: string; family: number }[]) => void
