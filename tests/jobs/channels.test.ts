import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { ownGroup } from '#tests/support/manage.ts'
import { type MailServer, startMailServer } from '#tests/support/servers/mail-server.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#tests/support/servers/webhook-receiver.ts'
import { uploadGroup } from '#tests/support/upload.ts'
import { deliver, messengerService, minute, queue, second, uploadOf } from './messenger-service.ts'

const service = messengerService()
let mail: MailServer
let webhook: WebhookReceiver
beforeEach(async () => {
  mail = await startMailServer()
  webhook = await startWebhookReceiver()
})
afterEach(async () => {
  await mail[Symbol.asyncDispose]()
  await webhook[Symbol.asyncDispose]()
})

const start = (env: Record<string, string> = {}) => service.start({ env: { ...mail.env, ...webhook.env, ...env } })

describe('chat, e-mail and webhook at once', () => {
  it('report an upload once each', async () => {
    const app = await start({ ADMIN_URL: 'https://admin.example' })
    const metadata = { name: 'Zoë', title: 'see evil.example now', year: 2024 }
    const { groupId } = await uploadGroup(app, { parts: { metadata } })
    await ask(await loginAsAdmin(app), 'updateSettings', { json: { siteName: 'Fotowand' } })
    await deliver(app)
    await deliver(app)
    const url = `https://admin.example/admin/moderation/${groupId}`

    expect(service.bot.texts()).toHaveLength(1)
    expect(webhook.calls).toEqual([
      {
        id: expect.stringMatching(/^\d+-\d+$/),
        body: {
          type: 'upload',
          timestamp: service.clock.now().toISOString(),
          data: { text: service.bot.texts()[0], url, groupId, imageCount: 1, ...metadata },
        },
      },
    ])
    expect(mail.mails).toHaveLength(1)
    const [sent = ''] = mail.mails
    expect(sent).toMatch(/^From: Workshop <photos@example.org>\r\nTo: ada@example.org, bob@example.org\r$/m)
    expect(sent).toContain('Subject: Fotowand: New upload awaits review')
    expect(sent).toMatch(/^Message-ID: <\d+-\d+@example.org>\r$/m)
    // A mail program would make a link of it.
    expect(sent).toContain('evil[.]example')
    // Quoted-printable breaks long lines.
    expect(sent.replaceAll('=\r\n', '')).toContain(url)
  })

  it('report a removal request, without personal data except the reason', async () => {
    const app = await start({ ADMIN_URL: 'https://admin.example' })
    const { imageIds } = await ownGroup(app, { images: 1 })
    await service.pass(app, minute)
    const before = { webhook: webhook.calls.length, mails: mail.mails.length, texts: service.bot.texts().length }
    const person = { message: 'Second from the left', contact: 'parent@example.net' }
    const json = { reason: 'my_child', imageId: imageIds[0], ...person }
    const { requestId } = await ask(app, 'createRemovalRequest', { json })
    await deliver(app)
    await deliver(app)

    const texts = service.bot.texts().slice(before.texts)
    expect(texts).toEqual([
      expect.stringMatching(
        /^Someone wants a photo removed\nReason: their child is in the photo\nPhoto: hidden for now\n.+\nPhoto by: /,
      ),
    ])
    const calls = webhook.calls.slice(before.webhook)
    const data = expect.objectContaining({ text: texts[0] })
    expect(calls.map(({ body }) => body)).toEqual([expect.objectContaining({ type: 'removal_request', data })])
    const mails = mail.mails.slice(before.mails)
    expect(mails).toHaveLength(1)
    const sent = [...texts, JSON.stringify(calls), mails.join('').replaceAll('=\r\n', '')].join('\n')
    for (const secret of [...Object.values(person), requestId, 'parent@']) expect(sent).not.toContain(secret)
  })

  it('do not wait for a channel that is down, and repeat no message', async () => {
    const app = await start()
    await service.bot.stop()
    webhook.refuse = () => ({ status: 503 })
    await queue(app, uploadOf('a', 'first'), uploadOf('a', 'second'))
    await deliver(app)
    expect(mail.mails).toHaveLength(2)
    webhook.refuse = () => undefined
    await service.pass(app, minute)
    expect(webhook.calls).toHaveLength(2)
    await service.bot.start()
    await service.pass(app, 10 * minute)
    expect(service.titles()).toEqual(['first', 'second'])
    expect([mail.mails.length, webhook.calls.length]).toEqual([2, 2])

    mail.refuse = () => ({ responseCode: 451, message: 'Try again later' })
    await queue(app, uploadOf('a', 'third'))
    await deliver(app)
    expect([mail.mails.length, webhook.calls.length]).toEqual([2, 3])
    mail.refuse = () => undefined
    await service.pass(app, minute)
    expect([mail.mails.length, webhook.calls.length]).toEqual([3, 3])
    expect(service.titles()).toEqual(['first', 'second', 'third'])
  })
})

describe('a webhook', () => {
  it('waits as long as Retry-After says', async () => {
    const app = await start()
    webhook.refuse = () => ({ status: 429, headers: { 'retry-after': '30' } })
    await queue(app, uploadOf('a', 'first'), uploadOf('b', 'second'))
    await deliver(app)
    webhook.refuse = () => undefined
    service.clock.advance(29 * second)
    await deliver(app)
    expect(webhook.attempts()).toBe(1)
    service.clock.advance(second)
    await deliver(app)
    expect(webhook.calls).toHaveLength(2)
  })

  it('follows no redirects', async () => {
    const app = await start()
    webhook.refuse = () => ({ status: 307, headers: { location: '/elsewhere' } })
    await queue(app, uploadOf('a', 'first'))
    await deliver(app)
    expect(webhook.attempts()).toBe(1)
    expect(webhook.calls).toEqual([])
  })
})

describe('sendTestMessage', () => {
  it('tries every channel and reports the results without secrets', async () => {
    const app = await start()
    mail.refuse = () => ({ responseCode: 554, message: `no, not ${mail.password}` })
    webhook.refuse = () => ({ status: 503 })
    const admin = await loginAsAdmin(app)
    const answer = await admin.fetch('/api/admin/messenger/test', { method: 'POST' })
    const text = await answer.text()
    expect(JSON.parse(text)).toMatchObject({
      outcome: 'refused',
      channels: [
        { channel: 'chat', outcome: 'delivered', reason: null },
        { channel: 'email', outcome: 'refused', reason: expect.stringContaining('no, not [secret]') },
        { channel: 'webhook', outcome: 'unavailable', reason: '503 Service Unavailable' },
      ],
    })
    const everything = text + app.logged()
    for (const secret of [mail.password, webhook.secret, 'of-the-receiver']) expect(everything).not.toContain(secret)
  })
})

describe('an e-mail', () => {
  it('never sends the password to a server without TLS', async () => {
    await using plain = await startMailServer({ tls: false })
    const app = await start(plain.env)
    await queue(app, uploadOf('a', 'first'))
    await deliver(app)
    expect([plain.logins(), plain.mails.length]).toEqual([0, 0])
    expect(app.logged()).toContain('STARTTLS')
  })
})
