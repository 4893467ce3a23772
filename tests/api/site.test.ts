import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { languages } from '#contract/site/languages.ts'
import packageJson from '#package.json' with { type: 'json' }
import { adminService } from '#tests/support/admin-service.ts'
import { ask } from '#tests/support/ask.ts'
import { uploadWith } from '#tests/support/consents.ts'

const service = adminService()
const set = (json: object) => ask(service.admin, 'updateSettings', { json })
const visit = (path: string, acceptLanguage = 'en') =>
  service.app.fetch(path, { redirect: 'manual', headers: { 'accept-language': acceptLanguage } })

afterEach(() => set({ imprint: null, privacy: null, siteName: null }))

describe('getSite', () => {
  it('returns the defaults while nothing is set', async () => {
    expect(await ask(service.app, 'getSite')).toEqual({
      name: 'Werkschau',
      logo: null,
      accentColour: null,
      welcomeText: {},
      contact: null,
      imprint: null,
      privacy: null,
      consentTexts: {},
      minorsTick: true,
      languages,
      version: packageJson.version,
      commit: null,
    })
  })

  it('returns the settings of the operator', async () => {
    await set({
      siteName: 'Fotowand Kiel',
      imprint: 'https://kiel.example/imprint',
      privacy: { de: 'Wir speichern …' },
    })
    expect(await ask(service.app, 'getSite')).toMatchObject({
      name: 'Fotowand Kiel',
      imprint: 'https://kiel.example/imprint',
      privacy: '/privacy',
    })
  })
})

describe('viewImprint and viewPrivacy', () => {
  it('404 while nothing is set', async () => {
    expect((await visit('/imprint')).status).toBe(404)
    expect((await visit('/privacy')).status).toBe(404)
    for (const path of ['/imprint', '/privacy?lang=fr']) {
      const { status, headers } = await service.app.fetch(path, { headers: { accept: 'text/html' } })
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    }
  })

  it('302 to an address', async () => {
    await set({ imprint: 'https://kiel.example/imprint' })
    const { status, headers } = await visit('/imprint')
    expect([status, headers.get('location')]).toEqual([302, 'https://kiel.example/imprint'])
  })

  it('show the text in the language of the visitor, else in one that exists', async () => {
    await set({ siteName: 'Fotowand', privacy: { de: 'Wir *speichern* Fotos.', fr: 'Nous conservons' } })
    expect(await (await visit('/privacy', 'fr')).text()).toContain('<html lang="fr"')
    expect(await (await visit('/privacy', 'tr')).text()).toContain('<em>speichern</em>')
    expect(await (await visit('/privacy?lang=fr', 'de')).text()).toContain('Nous conservons')
  })

  it('link to each other, and are linked from the plain form, in the language that is read', async () => {
    await set({ contact: 'mailto:team@kiel.example', imprint: { fr: 'Adresse' }, privacy: { fr: 'Nous conservons' } })
    const privacy = await (await visit('/privacy?lang=fr')).text()
    expect(privacy).toContain('<a href="/imprint?lang=fr">Mentions légales</a>')
    expect(privacy).toContain('<a href="mailto:team@kiel.example">Écris-nous</a>')
    const form = await (await visit('/plain-form?language=fr')).text()
    expect(form).toContain('href="/privacy?lang=fr"')
    await set({ contact: null })
  })

  it('escape HTML and contain no links to scripts; links are nofollow', async () => {
    const text =
      '<script>alert(1)</script> [a](javascript:alert(1)) [b](https://example.org) ![c](https://example.org/c.png)'
    await set({ imprint: { en: text } })
    const html = await (await visit('/imprint')).text()
    expect(html).not.toMatch(/<script|href="javascript|<img/)
    expect(html).toContain('<a href="https://example.org" rel="noopener nofollow">b</a>')
  })
})

describe('the document of the pages', () => {
  const documentOf = async (path = '/') => (await service.app.fetch(path)).text()

  it('has name, colours, texts and addresses of the operator', async () => {
    const before = await documentOf()
    expect(before).toContain('<title>Werkschau</title>')
    await set({
      siteName: 'Foto & Wand',
      accentColour: '#ffee00',
      welcomeText: { de: 'Willkommen </script>' },
      imprint: 'https://kiel.example/imprint',
      minorsTick: false,
      maxFileSizeMb: 3,
      cleanupRetentionDays: 9,
    })
    const after = await documentOf()
    expect(after).toContain('<title>Foto &amp; Wand</title>')
    expect(after).toMatch(/<html[^>]* data-imprint="https:\/\/kiel.example\/imprint"[^>]* data-minors="off"/)
    expect(before).toContain(' data-mb="40" data-days="7"')
    expect(after).toContain(' data-mb="3" data-days="9"')
    expect(after).toMatch(/:root:root\[data-mantine-color-scheme="light"\]{--accent:#[0-9a-f]{6};/)
    expect(after).toContain('{"de":{"upload":{"lead":"Willkommen \\u003c/script>"}}}')
    expect(JSON.parse(await documentOf('/manifest.webmanifest'))).toMatchObject({ name: 'Foto & Wand' })
    expect(after).toContain('<meta property="og:title" content="Foto &amp; Wand" />')
    await ask(service.admin, 'importSettings', { json: { settings: {}, logo: null } })
    expect(await documentOf()).toBe(before)
  })

  it('names the contact to people in photos whose browser runs no scripts', async () => {
    const noscript = async () => /<noscript>(.*)<\/noscript>/s.exec(await documentOf('/removal-requests'))?.[1]
    await set({ contact: 'mailto:a@b.example' })
    expect(await noscript()).toContain('<a href="mailto:a@b.example">a@b.example</a>')
    await set({ contact: null })
    expect(await noscript()).not.toContain('mailto')
  })

  it('and the plain form have name, logo, colour and links', async () => {
    const image = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#993300' } })
      .png()
      .toBuffer()
    const settings = {
      siteName: 'Foto & Wand',
      accentColour: '#aa0000',
      imprint: { en: 'We' },
      contact: 'mailto:a@b.example',
    }
    await ask(service.admin, 'importSettings', { json: { settings, logo: image.toString('base64') } })
    const { logo } = await ask(service.app, 'getSite')
    for (const path of ['/plain-form', '/imprint']) {
      const html = await documentOf(path)
      expect(html).toMatch(/<title>[^<]+ · Foto &amp; Wand<\/title>/)
      expect(html).toContain(`<img src="${logo}" alt="">`)
      expect(html).toContain('#aa0000')
    }
    for (const path of ['/plain-form', '/imprint'])
      for (const link of ['/imprint?lang=en', '/removal-requests/plain-form?language=en', 'mailto:a@b.example'])
        expect(await documentOf(path)).toContain(`href="${link}"`)
    const { groupId } = await uploadWith(service)
    const proof = await service.admin.fetch(`/api/admin/groups/${groupId}/consents/proof?format=html`)
    expect(await proof.text()).toContain(
      `<p><img src="${logo}" alt="" height="36"> <strong>Foto &amp; Wand</strong></p>`,
    )
    await ask(service.admin, 'importSettings', { json: { settings: {}, logo: null } })
    expect(await documentOf('/plain-form')).toMatch(/<title>[^<]+ · Werkschau<\/title>/)
  })
})
