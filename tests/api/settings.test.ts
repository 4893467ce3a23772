import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { adminService } from '#tests/support/admin-service.ts'
import { ask, send } from '#tests/support/ask.ts'
import { uploadWith } from '#tests/support/consents.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { batchForm, bodyOf } from '#tests/support/upload.ts'

const service = adminService({ env: { UPLOAD_RATE_LIMIT: '7' } })
const set = (json: object) => ask(service.admin, 'updateSettings', { json })
const refused = async (json: object) => {
  const { status, body } = await send(service.admin, 'updateSettings', { json })
  return [status, body.code, body.message]
}
const noSettings = { settings: {}, logo: null }
const state = async (key: string) => (await ask(service.admin, 'getSettings')).settings[key]
const logoOf = (format: 'png' | 'jpeg' | 'webp') =>
  sharp({ create: { width: 900, height: 300, channels: 3, background: '#993300' } })
    .toFormat(format)
    .toBuffer()
const putLogo = (body: Buffer | string, type = 'image/png') =>
  service.admin.fetch('/api/admin/settings/logo', {
    method: 'PUT',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })

afterEach(() => ask(service.admin, 'importSettings', { json: noSettings }))

describe('getSettings', () => {
  it('returns value, default, and the variable that locks a setting', async () => {
    await set({ siteName: 'Fotowand' })
    expect(await state('siteName')).toEqual({ value: 'Fotowand', default: 'Werkschau', locked: false, variable: null })
    const variable = 'UPLOAD_RATE_LIMIT'
    expect(await state('uploadRateLimit')).toEqual({ value: 7, default: 7, locked: true, variable })
    expect(await state('maxFileSizeMb')).toMatchObject({ value: null, default: 40, locked: false })
  })
})

describe('updateSettings', () => {
  it('takes effect at once: limits, contact, languages, retention', async () => {
    await set({ maxFileSizeMb: 3, cleanupRetentionDays: 9, contact: 'mailto:a@example.org', languages: ['fr', 'de'] })
    expect(await ask(service.app, 'getUploadSettings')).toMatchObject({ maxFileSizeMb: 3, retentionDays: 9 })
    expect(await ask(service.app, 'getSite')).toMatchObject({
      contact: 'mailto:a@example.org',
      languages: ['fr', 'de'],
    })
    await set({ maxFileSizeMb: null })
    expect(await ask(service.app, 'getUploadSettings')).toMatchObject({ maxFileSizeMb: 40, retentionDays: 9 })
  })

  it.each([
    [{ siteName: 'x'.repeat(61) }, 'siteName must NOT have more than 60 characters'],
    [{ siteName: ' ' }, 'siteName must not be empty'],
    [{ accentColour: 'red' }, 'accentColour must match pattern'],
    [{ contact: 'javascript:alert(1)' }, 'contact must match'],
    [{ imprint: 'https://' }, 'imprint must be an http or https address, or texts'],
    [{ privacy: { xx: 'a' } }, 'privacy has no field xx'],
    [{ maxFileSizeMb: 0 }, 'maxFileSizeMb must be an integer from 1 to 1000000'],
    [{ consentTexts: { de: { social_media: 'Ja' } } }, 'consentTexts.de.social_media must contain {{name}}'],
    [{ colour: '#ffffff' }, 'The body has no field colour'],
  ])('400 for %j, and changes nothing', async (json, message) => {
    const before = await ask(service.admin, 'getSettings')
    expect(await refused({ ...json, minorsTick: false })).toEqual([
      400,
      'INVALID_BODY',
      expect.stringContaining(message),
    ])
    expect(await ask(service.admin, 'getSettings')).toEqual(before)
  })

  it('409 SETTING_LOCKED names the variable', async () => {
    const [status, code, message] = await refused({ uploadRateLimit: 100, siteName: 'Other' })
    expect([status, code]).toEqual([409, 'SETTING_LOCKED'])
    expect(message).toContain('UPLOAD_RATE_LIMIT')
    expect(await state('siteName')).toMatchObject({ value: null })
  })

  it('409 SETTINGS_CHANGED for an outdated revision', async () => {
    const { revision } = await set({ siteName: 'One' })
    await set({ siteName: 'Two', revision })
    expect((await refused({ siteName: 'Three', revision })).slice(0, 2)).toEqual([409, 'SETTINGS_CHANGED'])
    expect(await state('siteName')).toMatchObject({ value: 'Two' })
    expect((await refused({ revision })).slice(0, 2)).toEqual([400, 'NO_FIELDS'])
  })

  it('has a new revision only where something differs', async () => {
    const { revision } = await set({ siteName: 'One' })
    expect((await set({ siteName: 'One' })).revision).toBe(revision)
    expect((await set({ siteName: 'Two' })).revision).not.toBe(revision)
  })

  it('writes the names of the changed settings to the log of admins, as undo and import do', async () => {
    await set({ siteName: 'One', minorsTick: false })
    await set({ siteName: 'Two', minorsTick: false })
    await ask(service.admin, 'undoSettings')
    await ask(service.admin, 'importSettings', { json: { settings: { siteName: 'One' }, logo: null } })
    const { entries } = await ask(service.admin, 'listAdminAudit', { query: { limit: 4 } })
    expect(entries).toMatchObject([
      { action: 'import_settings', details: { fields: ['minorsTick'] } },
      { action: 'undo_settings', details: { fields: ['siteName'] } },
      { action: 'update_settings', details: { fields: ['siteName'] } },
      { action: 'update_settings', details: { fields: ['siteName', 'minorsTick'] }, actor_name: 'admin' },
    ])
  })

  it('gives the wording of the consents a new version, which proves new consents', async () => {
    const proofOf = async () => {
      const { groupId } = await uploadWith(service)
      return (await ask(service.admin, 'proveConsents', { params: { groupId } })).consents[0]
    }
    const before = await proofOf()
    await set({ consentTexts: { en: { workshop: 'Show them in Kiel.' } } })
    const after = await proofOf()
    expect(after).toMatchObject({ type: 'workshop', text: 'Show them in Kiel.' })
    expect(after?.version).not.toBe(before?.version)
  })
})

describe('a change while an upload runs', () => {
  it('keeps the limits with which the upload began', async () => {
    await set({ maxFileSizeMb: 3, maxImagePixels: 1_000_000 })
    const file = { name: 'a.jpg', bytes: await makeImage({ width: 900, height: 900 }) }
    const large = { ...file, bytes: Buffer.concat([file.bytes, Buffer.alloc(2 ** 21)]) }
    const whole = new Response(await batchForm({ files: [large] }))
    const bytes = new Uint8Array(await whole.arrayBuffer())
    const before = (await service.app.storedFiles()).length
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        controller.enqueue(bytes.subarray(0, 2_000))
        await expect
          .poll(async () => (await service.app.storedFiles()).length, { timeout: 20_000 })
          .toBeGreaterThan(before)
        await set({ maxFileSizeMb: 1, maxImagePixels: 10_000 })
        controller.enqueue(bytes.subarray(2_000))
        controller.close()
      },
    })
    const headers = { 'content-type': whole.headers.get('content-type') ?? '' }
    const sent = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
    expect((await service.app.fetch('/api/upload/batch', sent)).status).toBe(200)
    const next = await service.app.fetch('/api/upload/batch', {
      method: 'POST',
      body: await batchForm({ files: [large] }),
    })
    expect((await bodyOf<{ code: string }>(next)).code).toMatch(/^(FILE|IMAGE)_TOO_LARGE$/)
  })
})

describe('undoSettings', () => {
  it('undoes the last change as a whole, and is a change itself', async () => {
    await set({ siteName: 'One', minorsTick: false })
    await set({ siteName: 'Two', welcomeText: { en: 'Hello' } })
    const undone = await ask(service.admin, 'undoSettings')
    expect(undone.settings.siteName?.value).toBe('One')
    expect(undone.settings.welcomeText?.value).toBeNull()
    expect((await ask(service.admin, 'undoSettings')).settings.siteName?.value).toBe('Two')
  })
})

describe('draftPrivacy', () => {
  it('describes this installation', async () => {
    await set({ siteName: 'Fotowand', cleanupRetentionDays: 12, contact: 'mailto:a@example.org' })
    const { text } = await ask(service.admin, 'draftPrivacy', { query: { language: 'de' } })
    expect(text).toContain('Fotowand')
    expect(text).toContain('nach 12 Tagen')
    expect(text).toContain('a@example.org')
    expect(text).not.toContain('Telegram')
  })

  it('takes a name and contact that are not saved yet', async () => {
    const query = { language: 'en', siteName: 'Lakeside', contact: 'mailto:b@example.org' }
    const { text } = await ask(service.admin, 'draftPrivacy', { query })
    expect(text).toContain('**Responsible for Lakeside:** [name, address], b@example.org')
  })

  it('says that Telegram gets photos where they are shown in the chat', async () => {
    await set({ messengerBotToken: '1:abc', messengerChatId: '-1001', chatPhotos: false })
    const german = { query: { language: 'de' } }
    const english = { query: { language: 'en' } }
    expect((await ask(service.admin, 'draftPrivacy', german)).text).toContain('nie ein Foto')
    expect((await ask(service.admin, 'draftPrivacy', english)).text).toContain('never a photo')
    await set({ chatModeration: true, chatPhotos: true })
    const shown = await ask(service.admin, 'draftPrivacy', german)
    expect(shown.text).toContain('bis zu zehn kleine Fotos')
    expect(shown.text).not.toContain('nie ein Foto')
    expect((await ask(service.admin, 'draftPrivacy', english)).text).not.toContain('never a photo')
  })

  it('has singular forms for one day and one hour', async () => {
    await set({ cleanupRetentionDays: 1, approvedRetentionDays: 1, removalDeadlineHours: 1 })
    const german = await ask(service.admin, 'draftPrivacy', { query: { language: 'de' } })
    expect(german.text).toMatch(/nach einem Tag gelöscht, freigegebene einen Tag nach[\s\S]*innerhalb von einer Stunde/)
    const english = await ask(service.admin, 'draftPrivacy', { query: { language: 'en' } })
    expect(english.text).toMatch(/after one day, approved ones one day after[\s\S]*within one hour/)
  })
})

describe('putLogo', () => {
  it.each(['png', 'jpeg'] as const)('re-encodes a %s and makes icons of it', async (format) => {
    expect((await putLogo(await logoOf(format))).status).toBe(200)
    const { logo } = await ask(service.app, 'getSite')
    const response = await service.app.fetch(logo ?? '')
    expect(response.headers.get('content-type')).toBe(`image/${format}`)
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ width: 512, height: 171 })
    const icon = await service.app.fetch('/api/site/icons/maskable-512')
    expect(await sharp(await icon.arrayBuffer()).metadata()).toMatchObject({ format: 'png', width: 512, height: 512 })
  })

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 400, 'UNSUPPORTED_IMAGE'],
    ['nothing', '', 400, 'NO_FILES'],
    ['more than 2 MB', Buffer.alloc(2 ** 21 + 1), 413, 'FILE_TOO_LARGE'],
  ])('refuses %s', async (_, body, status, code) => {
    const response = await putLogo(body, 'image/svg+xml')
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ code })])
  })

  it('refuses a WebP', async () => {
    expect((await putLogo(await logoOf('webp'))).status).toBe(400)
  })
})

describe('deleteLogo', () => {
  it('leaves no logo', async () => {
    await putLogo(await logoOf('png'))
    expect((await ask(service.admin, 'deleteLogo')).logo).toBeNull()
    expect((await service.app.fetch('/api/site/logo')).status).toBe(404)
  })
})

describe('exportSettings and importSettings', () => {
  it('copy all settings to a second installation', async () => {
    await set({ siteName: 'Fotowand', accentColour: '#0044aa' })
    await putLogo(await logoOf('png'))
    const exported = await ask(service.admin, 'exportSettings')
    await ask(service.admin, 'importSettings', { json: noSettings })
    expect(await state('siteName')).toMatchObject({ value: null })
    const { skipped } = await ask(service.admin, 'importSettings', {
      json: { ...exported, settings: { ...exported.settings, uploadRateLimit: 9 } },
    })
    expect(skipped).toEqual(['uploadRateLimit'])
    expect(await ask(service.admin, 'exportSettings')).toMatchObject({ settings: exported.settings })
    expect(await state('uploadRateLimit')).toMatchObject({ value: 7 })
  })

  it('refuse a file that is not valid, name what is wrong, and change nothing', async () => {
    await set({ siteName: 'Fotowand' })
    const files = [
      [{ settings: { newOne: 1 }, logo: null }, 'INVALID_BODY', { field: 'settings', unknown: 'newOne' }],
      [{ settings: {}, logo: null, format: 3 }, 'INVALID_BODY', { unknown: 'format' }],
      [{ settings: {} }, 'INVALID_BODY', { field: 'logo' }],
      [
        { settings: { siteName: 'a'.repeat(61) }, logo: null },
        'INVALID_BODY',
        { field: 'settings.siteName', limit: 60 },
      ],
      [
        { settings: { cleanupRetentionDays: 0 }, logo: null },
        'INVALID_BODY',
        { field: 'settings.cleanupRetentionDays', minimum: 1, maximum: 1_000_000 },
      ],
      [{ settings: {}, logo: 'A'.repeat(900_001) }, 'INVALID_BODY', { field: 'logo', limit: 900_000 }],
      [{ settings: {}, logo: 'A'.repeat(1_200_000) }, 'INVALID_BODY', { field: 'logo' }],
      [{ settings: { siteName: 'Other' }, logo: 'QUJD' }, 'UNSUPPORTED_IMAGE', undefined],
    ] as const
    for (const [json, code, details] of files) {
      const { status, body } = await send(service.admin, 'importSettings', { json })
      expect([status, body.code, body.details]).toEqual([400, code, details && expect.objectContaining(details)])
    }
    expect(await state('siteName')).toMatchObject({ value: 'Fotowand' })
  })
})
