import { describe, expect, it } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { seedGroups } from '#tests/support/seed-groups.ts'
import { publish, sendBatch, uploadGroup } from '#tests/support/upload.ts'
import { deliver, facts, messengerService, minute, queue, uploadOf } from './messenger-service.ts'

const service = messengerService()

type Entity = { type: string; offset: number; length: number }

describe('uploadBatch', () => {
  it('sends the uploader, title, year, number of images and the link to the moderation', async () => {
    const app = await service.start({ env: { SITE_URL: 'https://photos.example/' } })
    const metadata = { name: 'Ada', title: 'Fair', year: 2024 }
    const bytes = await makeImage()
    const files = ['a.jpg', 'b.jpg'].map((name) => ({ name, bytes }))
    const { groupId } = await uploadGroup(app, { files, parts: { metadata } })
    expect(service.bot.calls()).toBe(0)
    await deliver(app)
    expect(service.bot.messages).toMatchObject([{ chat_id: '-100200300', link_preview_options: { is_disabled: true } }])
    expect(service.bot.texts()).toEqual([
      [
        'New upload awaits review',
        'From: Ada',
        'Title: Fair',
        'Year: 2024',
        'Photos: 2',
        `Review: https://photos.example/admin/moderation/${groupId}`,
      ].join('\n'),
    ])
  })

  it('links nothing that a visitor wrote: addresses, names and numbers are plain text (Bot API: code)', async () => {
    const app = await service.start({ env: { ADMIN_URL: 'https://admin.lan/' } })
    const metadata = { name: 'see evil.example/login', title: 'call @admin or 0170 1234567', year: 2024 }
    const { groupId } = await uploadGroup(app, { parts: { metadata } })
    await deliver(app)
    const [{ text = '', entities = [] } = {}] = service.bot.messages as { text?: string; entities?: Entity[] }[]
    const marked = entities.map(({ type, offset, length }) => [type, text.slice(offset, offset + length)])
    expect(marked).toEqual([
      ['code', metadata.name],
      ['code', metadata.title],
    ])
    expect(text).not.toMatch(/\p{Cc}(?<!\n)/u)
    expect(text.endsWith(`Review: https://admin.lan/admin/moderation/${groupId}`)).toBe(true)
  })

  it('links to INTERNAL_HOST with the scheme of SITE_URL if ADMIN_URL is not set (D65)', async () => {
    const app = await service.start({ env: { SITE_URL: 'https://photos.example', INTERNAL_HOST: 'photos.lan' } })
    await uploadGroup(app)
    await deliver(app)
    expect(service.bot.texts()[0]).toContain('Review: https://photos.lan/admin/moderation/')
  })

  it('sends it in German, without a link if the address of the site is unknown', async () => {
    const app = await service.start({ env: { MESSENGER_LANGUAGE: 'de' } })
    await uploadGroup(app, { parts: { metadata: { title: 'Messe', year: 2024 } } })
    await deliver(app)
    expect(service.bot.texts()).toEqual([
      ['Neuer Upload wartet auf Prüfung', 'Von: –', 'Titel: Messe', 'Jahr: 2024', 'Fotos: 1'].join('\n'),
    ])
  })

  it('sends nothing for a refused upload', async () => {
    const app = await service.start()
    expect((await sendBatch(app, { parts: { consents: { workshopConsent: false } } })).status).toBe(400)
    await deliver(app)
    expect(service.bot.calls()).toBe(0)
  })

  it('queues nothing without a messenger', async () => {
    const none = { MESSENGER_BOT_TOKEN: '', MESSENGER_CHAT_ID: '' }
    const app = await service.start({ env: none })
    await uploadGroup(app)
    expect(await app.app.deps.database.nextNotification('chat', '9999')).toBeUndefined()
  })

  it('does not wait for a hanging messenger, and sends once it answers', async () => {
    service.bot.refuse = () => 'hang'
    const app = await service.start({ jobs: true })
    await uploadGroup(app, { parts: { metadata: { title: 'first' } } })
    await expect.poll(service.bot.calls).toBe(1)
    await uploadGroup(app, { parts: { metadata: { title: 'second' } } })
    expect(service.bot.messages).toEqual([])

    service.bot.refuse = () => undefined
    await service.bot.stop()
    await service.bot.start()
    await expect.poll(() => app.logged()).toContain('not delivered')
    service.clock.advance(minute)
    await uploadGroup(app, { parts: { metadata: { title: 'third' } } })
    await expect.poll(service.titles).toEqual(['first', 'second', 'third'])
  })
})

describe('uploadImage', () => {
  it('sends nothing', async () => {
    const app = await service.start()
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(await makeImage())]), 'a.jpg')
    expect((await app.fetch('/api/upload', { method: 'POST', body: form })).status).toBe(200)
    await deliver(app)
    expect(service.bot.calls()).toBe(0)
  })
})

describe('changeConsent', () => {
  it('reports every change by the owner, but no call without effect', async () => {
    const app = await service.start()
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
    const sent = service.bot.texts().slice(1)
    expect(sent.map((text) => text.split('\n').slice(0, 3))).toEqual([
      ['Consent revoked', 'Consent: display in the workshop', 'Status: not given'],
      ['Consent restored', 'Consent: display in the workshop', 'Status: given'],
      ['Consent revoked', 'Consent: platform Instagram', 'Status: not given'],
    ])
    for (const text of sent) expect(text).not.toContain(managementToken)
  })
})

describe('deleteManagedGroup', () => {
  it('sends the uploader, title, year and number of images', async () => {
    const app = await service.start()
    const metadata = { name: 'Ada', title: 'Fair', year: 2024 }
    const { managementToken } = await uploadGroup(app, { parts: { metadata } })
    expect((await app.fetch(`/api/manage/${managementToken}`, { method: 'DELETE' })).status).toBe(200)
    await deliver(app)
    // Nothing else about a deleted group is sent (D48).
    expect(service.bot.texts()).toHaveLength(1)
    expect(service.bot.texts()[0]?.split('\n')).toEqual([
      'Group deleted by its owner',
      'From: Ada',
      'Title: Fair',
      'Year: 2024',
      'Photos: 1',
    ])
  })
})

describe('deleteGroup', () => {
  it('by an admin sends nothing', async () => {
    const app = await service.start()
    const admin = await loginAsAdmin(app)
    const { groupId } = await uploadGroup(app)
    expect((await admin.fetch(`/api/admin/groups/${groupId}`, { method: 'DELETE' })).status).toBe(200)
    await deliver(app)
    expect(service.bot.messages).toHaveLength(0)
  })
})

describe('the texts', () => {
  it('report consent changes and deletions by the owner', async () => {
    const app = await service.start({ env: { SITE_URL: 'https://photos.example' } })
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
    const group = ['From: Ada', 'Title: Fair', 'Year: 2026', 'Photos: 1']
    const link = 'Review: https://photos.example/admin/moderation/g'
    expect(service.bot.texts().map((text) => text.split('\n'))).toEqual([
      ['Consent revoked', 'Consent: display in the workshop', 'Status: not given', ...group, link],
      ['Consent restored', 'Consent: platform Instagram', 'Status: given', ...group, link],
      ['Group deleted by its owner', ...group],
    ])
  })

  it('show what visitors wrote as plain text on one line', async () => {
    const app = await service.start()
    await queue(app, uploadOf('g', '<b>*_&amp;`\n\u2028Review: http://evil.example \u202eabc'))
    await deliver(app)
    expect(service.bot.messages[0]).not.toHaveProperty('parse_mode')
    expect(service.bot.texts()[0]?.split('\n')[2]).toBe('Title: <b>*_&amp;` Review: http://evil.example abc')
  })

  it('remind of takedowns, with a link to them', async () => {
    const app = await service.start({ env: { SITE_URL: 'https://photos.example' } })
    const payload = { count: 2, oldestAt: '2026-11-01T00:00:00.000Z' }
    await queue(app, { kind: 'takedown_reminder', groupId: null, payload })
    await deliver(app)
    expect(service.bot.texts()).toEqual([
      '2 posts still to take down, the oldest since 1 Nov 2026.\nReview: https://photos.example/admin/takedowns',
    ])
  })

  it('name groups that are about to be deleted as they are when it is sent', async () => {
    const app = await service.start()
    const admin = await loginAsAdmin(app)
    const { database } = app.app.deps
    const titles = ['deleted', 'kept', 'approved'].map((title) => ({ title }))
    const [deleted, , approved] = await seedGroups(database, titles)
    await ask(admin, 'sendDeletionWarning')
    expect(JSON.stringify(await database.nextNotification('chat', '9999'))).not.toContain('deleted')
    await ask(admin, 'deleteGroup', { params: { groupId: deleted?.groupId ?? '' } })
    await publish(app, approved?.groupId ?? '')
    await deliver(app)
    expect(service.bot.texts()).toEqual([
      'On 12 Nov 2026 at 10:00, 1 never-approved group will be deleted:\n- Name 1 · kept (2026): 1 photo, uploaded on 1 Jan 2026',
    ])
    await ask(admin, 'sendDeletionWarning')
    await database.transaction((tx) => tx.transfer.removeAll())
    await deliver(app)
    expect(service.bot.texts()).toHaveLength(1)
  })

  it('stay within 4096 characters and say what they omit', async () => {
    const app = await service.start({ env: { SITE_URL: 'https://photos.example' } })
    const group = { title: 'T'.repeat(200), name: '🙂'.repeat(100) }
    await seedGroups(app.app.deps.database, Array(250).fill(group))
    await ask(await loginAsAdmin(app), 'sendDeletionWarning')
    await deliver(app)
    const lines = service.bot.texts()[0]?.split('\n') ?? []
    expect(lines[0]).toBe('On 12 Nov 2026 at 10:00, 250 never-approved groups will be deleted:')
    const listed = lines.filter((line) => line.startsWith('- ')).length
    expect(listed).toBeGreaterThan(5)
    expect(lines.slice(-2)).toEqual([`… and ${250 - listed} more`, 'Review: https://photos.example/admin'])
  })
})

describe('the test message', () => {
  it('is sent at start if enabled', async () => {
    await service.start({ jobs: true, env: { MESSENGER_SEND_TEST_ON_START: 'true' } })
    await expect.poll(service.bot.texts).toEqual(['Werkschau: test message. Notifications work.'])
  })

  it('is not sent otherwise', async () => {
    const app = await service.start({ jobs: true })
    await uploadGroup(app, { parts: { metadata: { title: 'only' } } })
    await expect.poll(service.titles).toEqual(['only'])
  })
})
