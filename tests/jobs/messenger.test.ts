import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#server/errors.ts'
import { notify } from '#server/groups/notify.ts'
import { deliverNotifications } from '#server/jobs/deliver-notifications.ts'
import type { Notification } from '#server/ports/notification-outbox.ts'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { type BotApi, startBotApi } from '#tests/support/bot-api.ts'
import { type FakeClock, fakeClock } from '#tests/support/fake-clock.ts'
import { makeImage } from '#tests/support/make-image.ts'
import { type StartOptions, startApp, type TestApp } from '#tests/support/start-app.ts'
import { sendBatch, uploadGroup } from '#tests/support/upload.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

let bot: BotApi
let clock: FakeClock
const apps: TestApp[] = []
beforeEach(async () => {
  bot = await startBotApi()
  clock = fakeClock('2026-11-11T12:00:00.000Z')
})
afterEach(async () => {
  await bot[Symbol.asyncDispose]()
  for (const app of apps.splice(0)) await app[Symbol.asyncDispose]()
})

/** A service that delivers when the test says so; with `jobs` by itself. */
async function start({ env, overrides, ...options }: StartOptions = {}): Promise<TestApp> {
  const settings = { MESSENGER_LANGUAGE: 'en', LOG_LEVEL: 'trace', ...bot.env, ...env }
  const app = await startApp({ ...options, env: settings, overrides: { clock, ...overrides } })
  apps.push(app)
  return app
}

const deliver = ({ app }: TestApp, owner = 'one process') =>
  deliverNotifications(app.deps, { owner, signal: new AbortController().signal })

const facts = (title: string) => ({ name: 'Ada', title, year: 2026, imageCount: 1 })
const uploadOf = (groupId: string, title: string): Notification => ({ kind: 'upload', groupId, payload: facts(title) })

const queue = ({ app }: TestApp, ...notifications: Notification[]) =>
  app.deps.database.transaction(async (tx) => {
    for (const notification of notifications) await notify(app.deps, tx, notification)
  })

const titles = () => bot.texts().map((text) => /^Title: (.*)$/m.exec(text)?.[1])

/** Advances the clock in steps, as the job that runs every few seconds sees it. */
async function pass(app: TestApp, ms: number, step = 5 * second): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    clock.advance(step)
    await deliver(app)
  }
}

describe('uploadBatch', () => {
  it('tells the uploader, title, year, number of images and the link to the moderation', async () => {
    const app = await start({ env: { SITE_URL: 'https://photos.example/' } })
    const metadata = { name: 'Ada', title: 'Fair', year: 2024 }
    const bytes = await makeImage()
    const files = ['a.jpg', 'b.jpg'].map((name) => ({ name, bytes }))
    const { groupId } = await uploadGroup(app, { files, parts: { metadata } })
    expect(bot.calls()).toBe(0)
    await deliver(app)
    expect(bot.messages).toMatchObject([{ chat_id: '-100200300', link_preview_options: { is_disabled: true } }])
    expect(bot.texts()).toEqual([
      [
        'New upload awaits review',
        'From: Ada',
        'Title: Fair',
        'Year: 2024',
        'Images: 2',
        `Review: https://photos.example/admin/moderation/${groupId}`,
      ].join('\n'),
    ])
  })

  it('tells it in German, without a link where the address of the site is not known', async () => {
    const app = await start({ env: { MESSENGER_LANGUAGE: 'de' } })
    await uploadGroup(app, { parts: { metadata: { title: 'Messe', year: 2024 } } })
    await deliver(app)
    expect(bot.texts()).toEqual([
      ['Neuer Upload wartet auf Prüfung', 'Von: –', 'Titel: Messe', 'Jahr: 2024', 'Bilder: 1'].join('\n'),
    ])
  })

  it('tells nothing of a refused upload', async () => {
    const app = await start()
    expect((await sendBatch(app, { parts: { consents: { workshopConsent: false } } })).status).toBe(400)
    await deliver(app)
    expect(bot.calls()).toBe(0)
  })

  it('queues nothing without a messenger', async () => {
    const none = { MESSENGER_BOT_TOKEN: '', MESSENGER_CHAT_ID: '' }
    const app = await start({ env: none })
    await uploadGroup(app)
    expect(await app.app.deps.database.nextNotification('9999')).toBeUndefined()
  })

  it('does not wait for a messenger that hangs, and sends by itself once it answers', async () => {
    bot.refuse = () => 'hang'
    const app = await start({ jobs: true })
    await uploadGroup(app, { parts: { metadata: { title: 'first' } } })
    await expect.poll(bot.calls).toBe(1)
    await uploadGroup(app, { parts: { metadata: { title: 'second' } } })
    expect(bot.messages).toEqual([])

    bot.refuse = () => undefined
    await bot.stop()
    await bot.start()
    await expect.poll(() => app.logged()).toContain('not delivered')
    clock.advance(minute)
    await uploadGroup(app, { parts: { metadata: { title: 'third' } } })
    await expect.poll(titles).toEqual(['first', 'second', 'third'])
  })
})

describe('uploadImage', () => {
  it('tells nobody', async () => {
    const app = await start()
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(await makeImage())]), 'a.jpg')
    expect((await app.fetch('/api/upload', { method: 'POST', body: form })).status).toBe(200)
    await deliver(app)
    expect(bot.calls()).toBe(0)
  })
})

describe('changeConsent', () => {
  it('tells every change by the owner, and nothing where nothing changed', async () => {
    const app = await start()
    const socialMediaConsents = [{ platformId: 2 }]
    const parts = { metadata: { title: 'Fair' }, consents: { workshopConsent: true, socialMediaConsents } }
    const { managementToken } = await uploadGroup(app, { parts })
    const change = (body: object) =>
      app.fetch(`/api/manage/${managementToken}/consents`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const changes = [
      { consentType: 'workshop', action: 'revoke' },
      { consentType: 'workshop', action: 'revoke' },
      { consentType: 'workshop', action: 'restore' },
      { consentType: 'social_media', action: 'revoke', platformId: 2 },
    ]
    for (const body of changes) expect((await change(body)).status).toBe(200)
    await deliver(app)
    const sent = bot.texts().slice(1)
    expect(sent.map((text) => text.split('\n').slice(0, 3))).toEqual([
      ['Consent revoked', 'Consent: display in the workshop', 'Status now: not given'],
      ['Consent restored', 'Consent: display in the workshop', 'Status now: given'],
      ['Consent revoked', 'Consent: platform Instagram', 'Status now: not given'],
    ])
    for (const text of sent) expect(text).not.toContain(managementToken)
  })
})

describe('deleteManagedGroup', () => {
  it('tells the uploader, title, year and number of images', async () => {
    const app = await start()
    const metadata = { name: 'Ada', title: 'Fair', year: 2024 }
    const { managementToken } = await uploadGroup(app, { parts: { metadata } })
    expect((await app.fetch(`/api/manage/${managementToken}`, { method: 'DELETE' })).status).toBe(200)
    await deliver(app)
    expect(bot.texts()[1]?.split('\n')).toEqual([
      'Group deleted by its owner',
      'From: Ada',
      'Title: Fair',
      'Year: 2024',
      'Images: 1',
    ])
  })
})

describe('deleteGroup', () => {
  it('by an admin tells nobody', async () => {
    const app = await start()
    const admin = await loginAsAdmin(app)
    const { groupId } = await uploadGroup(app)
    expect((await admin.fetch(`/api/admin/groups/${groupId}`, { method: 'DELETE' })).status).toBe(200)
    await deliver(app)
    expect(bot.messages).toHaveLength(1)
  })
})

describe('the texts', () => {
  it('tell consent changes and deletions by the owner', async () => {
    const app = await start({ env: { SITE_URL: 'https://photos.example' } })
    const change = { ...facts('Fair'), action: 'revoke', newValue: false } as const
    await queue(
      app,
      { kind: 'consent_change', groupId: 'g', payload: { ...change, consentType: 'workshop', platformName: null } },
      {
        kind: 'consent_change',
        groupId: 'g',
        payload: {
          ...change,
          consentType: 'social_media',
          platformName: 'Instagram',
          action: 'restore',
          newValue: true,
        },
      },
      { kind: 'group_deleted', groupId: 'g', payload: facts('Fair') },
    )
    await deliver(app)
    const group = ['From: Ada', 'Title: Fair', 'Year: 2026', 'Images: 1']
    const link = 'Review: https://photos.example/admin/moderation/g'
    expect(bot.texts().map((text) => text.split('\n'))).toEqual([
      ['Consent revoked', 'Consent: display in the workshop', 'Status now: not given', ...group, link],
      ['Consent restored', 'Consent: platform Instagram', 'Status now: given', ...group, link],
      ['Group deleted by its owner', ...group],
    ])
  })

  it('show what visitors wrote as plain text on one line', async () => {
    const app = await start()
    await queue(app, uploadOf('g', '<b>*_&amp;`\n\u2028Review: http://evil.example \u202eabc'))
    await deliver(app)
    expect(bot.messages[0]).not.toHaveProperty('parse_mode')
    expect(bot.texts()[0]?.split('\n')[2]).toBe('Title: <b>*_&amp;` Review: http://evil.example abc')
  })

  it('stay within 4096 characters and say what they leave out', async () => {
    const app = await start({ env: { SITE_URL: 'https://photos.example' } })
    const group = { ...facts('T'.repeat(200)), name: '🙂'.repeat(100), uploadDate: '2026-11-01T00:00:00.000Z' }
    const payload = { deletionAt: '2026-11-12T09:00:00.000Z', groupCount: 250, groups: Array(100).fill(group) }
    await queue(app, { kind: 'deletion_warning', groupId: null, payload })
    await deliver(app)
    const lines = bot.texts()[0]?.split('\n') ?? []
    expect(lines[0]).toBe('On 12 Nov 2026 at 10:00, 250 never-approved groups will be deleted:')
    const listed = lines.filter((line) => line.startsWith('- ')).length
    expect(listed).toBeGreaterThan(5)
    expect(lines.slice(-2)).toEqual([`… and ${250 - listed} more`, 'Review: https://photos.example/admin'])
  })
})

describe('the test message', () => {
  it('is sent at start when that is switched on', async () => {
    await start({ jobs: true, env: { MESSENGER_SEND_TEST_ON_START: 'true' } })
    await expect.poll(bot.texts).toEqual(['Werkschau: test message. The messenger is connected.'])
  })

  it('is not sent otherwise', async () => {
    const app = await start({ jobs: true })
    await uploadGroup(app, { parts: { metadata: { title: 'only' } } })
    await expect.poll(titles).toEqual(['only'])
  })
})

describe('an outage of ten minutes', () => {
  it('loses nothing: every message arrives once, those of a group in order, soon after', async () => {
    const app = await start()
    await bot.stop()
    const expected: string[] = []
    for (let half = 0; half < 20; half++) {
      const title = `${half % 2 === 0 ? 'a' : 'b'}${half}`
      await queue(app, uploadOf(title.slice(0, 1), title))
      expected.push(title)
      await pass(app, 30 * second)
    }
    expect(bot.messages).toEqual([])
    await bot.start()
    await pass(app, 6 * minute)
    expect(titles().toSorted()).toEqual(expected.toSorted())
    for (const group of ['a', 'b']) {
      const ofGroup = (title: string | undefined) => title?.startsWith(group)
      expect(titles().filter(ofGroup)).toEqual(expected.filter(ofGroup))
    }
    await pass(app, hour, minute)
    expect(bot.messages).toHaveLength(expected.length)
  })

  it('is not met with more and more calls', async () => {
    const app = await start()
    bot.refuse = () => ({ error_code: 502, description: 'Bad Gateway' })
    await queue(app, ...Array.from({ length: 30 }, (_, n) => uploadOf(`g${n}`, `t${n}`)))
    await pass(app, 10 * minute)
    expect(bot.calls()).toBeGreaterThan(4)
    expect(bot.calls()).toBeLessThan(10)
  })

  it('is survived by a restart in its middle', async () => {
    const app = await start()
    await bot.stop()
    await queue(app, uploadOf('g', 'first'), uploadOf('g', 'second'))
    await pass(app, 5 * minute)
    await app.stop()
    await bot.start()
    clock.advance(5 * minute)
    await start({ dataDir: app.dataDir, jobs: true })
    await expect.poll(titles).toEqual(['first', 'second'])
  })
})

describe('a limit of the API (429)', () => {
  it('is obeyed for as long as retry_after says, by every process and for every message', async () => {
    const app = await start()
    bot.refuse = () => ({ error_code: 429, description: 'Too Many Requests', parameters: { retry_after: 30 } })
    await queue(app, uploadOf('g', 'first'), uploadOf('h', 'second'))
    await deliver(app)
    expect(bot.calls()).toBe(1)
    bot.refuse = () => undefined
    await queue(app, uploadOf('i', 'third'))
    clock.advance(30 * second - 1)
    await deliver(app)
    await deliver(app, 'another process')
    expect(bot.calls()).toBe(1)
    clock.advance(1)
    await deliver(app)
    expect(titles()).toEqual(['first', 'second', 'third'])
  })
})

describe('a message that the API refuses', () => {
  it('holds up its own group and no other, and is given up after a day', async () => {
    const app = await start()
    bot.refuse = ({ text }) =>
      text.includes('bad') ? { error_code: 400, description: 'Bad Request: refused' } : undefined
    await queue(app, uploadOf('g', 'bad'), uploadOf('g', 'after bad'), uploadOf('h', 'good'))
    await deliver(app)
    expect(titles()).toEqual(['good'])
    bot.refuse = ({ text }) => (/: bad$/m.test(text) ? { error_code: 400, description: 'no' } : undefined)
    await pass(app, 23 * hour, 10 * minute)
    expect(titles()).toEqual(['good'])
    expect(app.logged()).not.toContain('given up')
    await pass(app, 2 * hour, 10 * minute)
    expect(app.logged()).toContain('given up')
    expect(titles()).toEqual(['good', 'after bad'])
  })
})

describe('a day', () => {
  it('is how long the messages of an outage are kept', async () => {
    const app = await start()
    await bot.stop()
    await queue(app, uploadOf('g', 'first'), uploadOf('g', 'second'))
    await pass(app, 23 * hour, 10 * minute)
    await queue(app, uploadOf('g', 'later'))
    await pass(app, 2 * hour, 10 * minute)
    await bot.start()
    await pass(app, hour, 10 * minute)
    expect(titles()).toEqual(['later'])
  })

  it('does not count while the service is down', async () => {
    const app = await start()
    await queue(app, uploadOf('g', 'before the holidays'))
    clock.advance(14 * 24 * hour)
    await bot.stop()
    await deliver(app)
    await bot.start()
    await pass(app, minute)
    expect(titles()).toEqual(['before the holidays'])
  })
})

describe('a crash', () => {
  it('between the commit and sending loses nothing', async () => {
    const app = await start()
    await uploadGroup(app, { parts: { metadata: { title: 'kept' } } })
    await app.stop()
    expect(bot.calls()).toBe(0)
    await start({ dataDir: app.dataDir, jobs: true })
    await expect.poll(titles).toEqual(['kept'])
  })

  it('between sending and noting it repeats that one message at most, and the next process goes on', async () => {
    const app = await start()
    await queue(app, uploadOf('g', 'first'), uploadOf('g', 'second'), uploadOf('g', 'third'))
    const { messenger } = app.app.deps
    const dying = {
      async send(text: string) {
        await messenger?.send(text)
        if (text.includes('second')) throw new Error('the process ends here')
        return { outcome: 'delivered' } as const
      },
    }
    const signal = new AbortController().signal
    const crashed = deliverNotifications({ ...app.app.deps, messenger: dying }, { owner: randomUUID(), signal })
    await expect(crashed).rejects.toThrow('ends here')
    await pass(app, minute)
    expect(titles()).toEqual(['first', 'second', 'second', 'third'])
  })
})

describe('a database that is lost between sending a message and noting it', () => {
  it('does not repeat the message once it is back', async () => {
    const app = await start()
    await queue(app, uploadOf('g', 'first'), uploadOf('g', 'second'))
    const { messenger, database } = app.app.deps
    let lost = false
    const sends = {
      async send(text: string) {
        lost = text.includes('first')
        return (await messenger?.send(text)) ?? { outcome: 'unavailable' as const, reason: 'none' }
      },
    }
    const transaction: typeof database.transaction = async (run) => {
      if (!lost) return database.transaction(run)
      lost = false
      throw new AppError('TEMPORARILY_UNAVAILABLE', 'The database cannot be reached right now')
    }
    const deps = { ...app.app.deps, messenger: sends, database: { ...database, transaction } }
    const process = { owner: randomUUID(), signal: new AbortController().signal, delivered: new Set<number>() }
    await expect(deliverNotifications(deps, process)).rejects.toThrow('cannot be reached')
    await deliverNotifications(deps, process)
    expect(titles()).toEqual(['first', 'second'])
  })
})

describe('the bot token', () => {
  it.each([
    ['the API cannot be reached', () => bot.stop()],
    ['the API refuses it', () => refuseWith(401, 'Unauthorized')],
    ['the API quotes the address', () => refuseWith(400, `Bad Request: POST /bot${bot.token}/sendMessage`)],
    ['the API breaks off', () => refuseWith(500, encodeURIComponent(bot.token))],
  ])('is never logged: %s', async (_, fail) => {
    const app = await start()
    await fail()
    await queue(app, uploadOf('g', 'title'))
    await deliver(app)
    expect(app.logged()).toContain('not delivered')
    expect(app.logged()).not.toContain('secret_of-the-tests')
  })

  async function refuseWith(error_code: number, description: string) {
    bot.refuse = () => ({ error_code, description })
  }
})
