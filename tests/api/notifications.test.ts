import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loginAsAdmin, loginAsAuditor, type Session } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { type FakeClock, fakeClock } from '#tests/support/fake-clock.ts'
import { type BotApi, startBotApi } from '#tests/support/servers/bot-api.ts'
import { startMailServer } from '#tests/support/servers/mail-server.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { bodyOf, uploadGroup } from '#tests/support/upload.ts'

const now = '2026-11-11T12:00:00.000Z'
const day = 24 * 60 * 60 * 1000

describe('sendDeletionWarning', () => {
  let bot: BotApi
  let clock: FakeClock
  let app: TestApp
  beforeEach(async () => {
    clock = fakeClock(now)
    bot = await startBotApi()
  })
  afterEach(async () => {
    await app[Symbol.asyncDispose]()
    await bot[Symbol.asyncDispose]()
  })

  async function start(env: Record<string, string> = {}) {
    app = await startApp({ env, overrides: { clock } })
    return loginAsAdmin(app)
  }
  /** Uploads a group at a time in the past. */
  async function uploadAt(time: string, metadata: { name?: string; title?: string }): Promise<void> {
    clock.set(time)
    await uploadGroup(app, { parts: { metadata } })
    clock.set(now)
  }
  const warn = (admin: Pick<Session, 'fetch'>) => admin.fetch('/api/admin/messenger/warning', { method: 'POST' })

  it('lists the groups that the next cleanup would delete', async () => {
    const env = { ...bot.env, MESSENGER_LANGUAGE: 'de', SITE_URL: 'https://photos.example' }
    const admin = await start(env)
    await uploadAt('2026-11-05T08:59:59.999Z', { name: 'Ada', title: 'Messe' })
    await uploadAt('2026-11-05T09:00:00.000Z', { title: 'exactly seven days old at the next cleanup' })
    const response = await warn(admin)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      success: true,
      groupCount: 1,
      message: 'The next cleanup would delete 1 group; the warning is on its way',
    })
    app.app.startJobs()
    await expect.poll(() => bot.messages.length).toBe(3)
    expect(bot.texts().at(-1)?.split('\n')).toEqual([
      'Am 12.11.2026 um 10:00 Uhr wird 1 nie freigegebene Gruppe gelöscht:',
      '- Ada · Messe (2026): 1 Foto, hochgeladen am 05.11.2026',
      'Prüfen: https://photos.example/admin',
    ])
  })

  it('sends nothing without due groups', async () => {
    const admin = await start(bot.env)
    expect(await (await warn(admin)).json()).toMatchObject({ success: true, groupCount: 0 })
    expect(await app.app.deps.database.nextNotification('chat', '9999')).toBeUndefined()
  })

  it('answers without a messenger, too', async () => {
    const admin = await start()
    clock.advance(-8 * day)
    await uploadGroup(app)
    clock.set(now)
    const body = await bodyOf<{ message: string }>(await warn(admin))
    expect(body).toMatchObject({ success: true, groupCount: 1 })
    expect(body.message).toContain('no messenger is configured')
  })

  it('is for admins with a session, and needs the CSRF token', async () => {
    const { cookie } = await start()
    const refused = async (who: Pick<TestApp, 'fetch'>, headers: Record<string, string> = {}) => {
      const response = await who.fetch('/api/admin/messenger/warning', { method: 'POST', headers })
      return [response.status, (await bodyOf<{ code: string }>(response)).code]
    }
    expect(await refused(app)).toEqual([403, 'SESSION_REQUIRED'])
    expect(await refused(await loginAsAuditor(app))).toEqual([403, 'ROLE_REQUIRED'])
    expect(await refused(app, { cookie })).toEqual([403, 'CSRF_INVALID'])
  })
})

describe('sendTestMessage', () => {
  const test = async (app: TestApp) => {
    const admin = await loginAsAdmin(app)
    return (await admin.fetch('/api/admin/messenger/test', { method: 'POST' })).json()
  }

  it('sends at once with the name of the site, and reports the delivery', async () => {
    await using bot = await startBotApi()
    await using mail = await startMailServer()
    await using app = await startApp({ env: { ...bot.env, ...mail.env } })
    await ask(await loginAsAdmin(app), 'updateSettings', { json: { siteName: 'Fotowand' } })
    expect(await test(app)).toMatchObject({ success: true, outcome: 'delivered', reason: null })
    expect(bot.texts()).toEqual(['Fotowand: Testnachricht. Die Benachrichtigung funktioniert.'])
    expect(mail.mails).toEqual([
      expect.stringContaining('Subject: Fotowand: Testnachricht. Die Benachrichtigung funktioniert.\r\n'),
    ])
  })

  it.each([
    [{ error_code: 401, description: 'Unauthorized' }, 'unavailable'],
    [{ error_code: 400, description: 'Bad Request: chat not found' }, 'refused'],
  ])('passes on what the API says: %j', async (refusal, outcome) => {
    await using bot = await startBotApi()
    bot.refuse = () => refusal
    await using app = await startApp({ env: bot.env })
    const reason = `${refusal.error_code} ${refusal.description}`
    expect(await test(app)).toMatchObject({ success: true, outcome, reason })
  })

  it('reports that the API cannot be reached, without the token', async () => {
    await using bot = await startBotApi()
    await using app = await startApp({ env: bot.env })
    await bot.stop()
    const answer = await test(app)
    expect(answer).toMatchObject({ outcome: 'unavailable', reason: expect.stringMatching(/./) })
    expect(JSON.stringify(answer)).not.toContain(bot.token)
  })

  it('reports that no channel is configured', async () => {
    await using app = await startApp()
    expect(await test(app)).toMatchObject({ success: true, outcome: 'not_configured' })
  })

  it('403 for an auditor, and without the CSRF token', async () => {
    await using app = await startApp()
    const auditor = await loginAsAuditor(app)
    expect((await auditor.fetch('/api/admin/messenger/test', { method: 'POST' })).status).toBe(403)
    const { cookie } = await loginAsAdmin(app)
    const forged = await app.fetch('/api/admin/messenger/test', { method: 'POST', headers: { cookie } })
    expect(await forged.json()).toMatchObject({ code: 'CSRF_INVALID' })
  })
})
