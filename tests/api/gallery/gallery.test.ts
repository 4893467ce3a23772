import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { ask, send } from '#tests/support/ask.ts'
import { addExhibition, changeExhibition } from '#tests/support/exhibitions.ts'
import { galleryOf, hangOnWeb, openGallery, photosOf, website } from '#tests/support/gallery.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { owner } from '#tests/support/manage.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { publish, uploadGroup } from '#tests/support/upload.ts'

const origin = 'https://school.example'
const html = { accept: 'text/html' }
const statusOf = async (app: TestApp, path: string, headers = {}) => (await app.fetch(path, { headers })).status

/** Every address that the gallery adds. */
const addresses = (slug: string, file: string) => [
  '/gallery',
  `/gallery/${slug}`,
  `/gallery/${slug}/embed`,
  `/gallery/${slug}/feed.atom`,
  file,
  `/api/gallery/${slug}`,
  `/api/oembed?url=${encodeURIComponent(`http://127.0.0.1/gallery/${slug}`)}`,
]

describe('a gallery that is off', () => {
  it('has no address that answers, on no host, and search engines are sent away from all', async () => {
    await using app = await startApp({
      env: { ENABLE_HOST_RESTRICTION: 'true', PUBLIC_HOST: 'photos.example', INTERNAL_HOST: '127.0.0.1' },
    })
    const admin = await loginAsAdmin(app)
    await ask(admin, 'updateSettings', { json: { embedOrigins: [origin] } })
    await openGallery(admin)
    const { groupId } = await hangOnWeb(app)
    const [file = ''] = await photosOf(app, groupId)
    await changeExhibition(admin, 1, { gallery: false })
    for (const host of ['127.0.0.1', 'photos.example']) {
      for (const path of addresses('main', file)) {
        expect(await statusOf(app, path, { 'x-forwarded-host': host }), `${host}${path}`).toBe(404)
        expect(await statusOf(app, path, { ...html, 'x-forwarded-host': host }), `${host}${path}`).toBe(404)
      }
    }
    expect(await (await app.fetch('/gallery', { headers: html })).text()).toContain('<div id="root"')
    expect(await (await app.fetch('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n')
    await changeExhibition(admin, 1, { gallery: true })
    for (const path of addresses('main', file).slice(0, -1))
      expect(await statusOf(app, path, { 'x-forwarded-host': 'photos.example' }), path).toBe(200)
  })
})

describe('a gallery', () => {
  let app: TestApp
  let admin: Session
  beforeAll(async () => {
    app = await startApp()
    admin = await loginAsAdmin(app)
    await openGallery(admin)
  })
  afterAll(() => app[Symbol.asyncDispose]())

  const page = async (path = '/gallery', headers: Record<string, string> = {}) => {
    const response = await app.fetch(path, { headers: { ...html, ...headers } })
    return { response, text: await response.text() }
  }
  const isShown = async (groupId: string) =>
    (await galleryOf(app)).groups.some((each) => each.groupId === groupId) &&
    (await page()).text.includes(`id="g-${groupId}"`)

  it('shows approved groups that agreed to the web, and no others', async () => {
    const shown = await hangOnWeb(app)
    const unasked = await uploadGroup(app)
    await publish(app, unasked.groupId)
    const pending = await uploadGroup(app, {
      parts: { consents: { workshopConsent: true, socialMediaConsents: [website] } },
    })
    const other = await uploadGroup(app, { parts: { consents: { workshopConsent: true, socialMediaConsents: [1] } } })
    await publish(app, other.groupId)
    const all = [shown, unasked, pending, other]
    expect(await Promise.all(all.map(({ groupId }) => isShown(groupId)))).toEqual([true, false, false, false])
  })

  it('gives away no address of the feed, nor the names in it', async () => {
    const { groupId } = await hangOnWeb(app)
    const feed = await ask(app, 'getGroup', { params: { groupId } })
    const answers = [
      JSON.stringify(await galleryOf(app)),
      (await page()).text,
      await (await app.fetch('/gallery/main/feed.atom')).text(),
    ]
    for (const { fileName, previewPath } of feed.images) {
      for (const answer of answers) {
        expect(answer).not.toContain(fileName)
        expect(answer).not.toContain(previewPath)
      }
    }
    expect(answers.join()).not.toMatch(/\/(upload|previews)\//)
    for (const path of await photosOf(app, groupId)) {
      const name = path.split('/').at(-1)
      expect([await statusOf(app, `/upload/${name}`), await statusOf(app, `/previews/${name}`)]).toEqual([404, 404])
      expect(await statusOf(app, path.replace(/-(\d+)\.jpg/, 'x-$1.jpg'))).toBe(404)
    }
  })

  const ways: [string, (group: { groupId: string; token: string; imageId: number }) => Promise<unknown>][] = [
    [
      'its consent to the web',
      ({ token }) =>
        owner(app, token).send('PUT', '/consents', { consentType: 'platform', action: 'revoke', platformId: website }),
    ],
    [
      'its consent to the display',
      ({ token }) => owner(app, token).send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' }),
    ],
    ['its approval', ({ groupId }) => ask(admin, 'approveGroup', { params: { groupId }, json: { approved: false } })],
    [
      'its photo, hidden by a moderator',
      ({ groupId, imageId }) => ask(admin, 'editImage', { params: { groupId, imageId }, json: { hidden: true } }),
    ],
    ['everything', ({ token }) => owner(app, token).send('DELETE')],
  ]
  it.each(ways)('ends every address at once when a group loses %s, and keeps no copy', async (_, withdraw) => {
    const { groupId, managementToken: token, images } = await hangOnWeb(app)
    const paths = await photosOf(app, groupId)
    expect(paths).toHaveLength(3)
    expect(await Promise.all(paths.map((path) => statusOf(app, path)))).toEqual([200, 200, 200])
    const copies = async () =>
      (await readdir(join(app.dataDir, 'gallery'))).filter((name) => paths.some((path) => path.endsWith(name)))
    expect(await copies()).toHaveLength(2)
    await withdraw({ groupId, token, imageId: images[0]?.id ?? 0 })
    expect(await Promise.all(paths.map((path) => statusOf(app, path)))).toEqual([404, 404, 404])
    expect(await isShown(groupId)).toBe(false)
    await expect.poll(copies).toEqual([])
  })

  it('has new addresses when the consent is given again (D47)', async () => {
    const { groupId, managementToken } = await hangOnWeb(app)
    const before = await photosOf(app, groupId)
    const change = (action: string) =>
      owner(app, managementToken).send('PUT', '/consents', { consentType: 'platform', action, platformId: website })
    await change('revoke')
    await change('restore')
    const after = await photosOf(app, groupId)
    expect(after).toHaveLength(3)
    expect(await Promise.all(after.map((path) => statusOf(app, path)))).toEqual([200, 200, 200])
    expect(await Promise.all(before.map((path) => statusOf(app, path)))).toEqual([404, 404, 404])
  })

  it('serves three sizes without metadata, for every web site, not for search engines', async () => {
    const bytes = await makeImage({ width: 2_400, height: 1_800, exif: { IFD0: { Copyright: 'Ada' } } } as never)
    const { groupId } = await hangOnWeb(app, { files: [{ name: 'a.jpg', bytes }] })
    for (const [index, path] of (await photosOf(app, groupId)).entries()) {
      const response = await app.fetch(path)
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(response.headers.get('x-robots-tag')).toBe('noindex, noimageindex')
      expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      const photo = Buffer.from(await response.arrayBuffer())
      const { width, exif, xmp, iptc } = await sharp(photo).metadata()
      expect({ width, exif, xmp, iptc }).toMatchObject({ width: [400, 800, 1_600][index], exif: undefined })
      const again = await app.fetch(path, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } })
      expect(again.status).toBe(304)
    }
    const other = await app.fetch(`/gallery`, { headers: html })
    expect(other.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  it('pages by groups, counts them all, and answers 304', async () => {
    for (let n = 0; n < 3; n++) await hangOnWeb(app)
    const { groups, totalCount, exhibition } = await galleryOf(app)
    expect(exhibition).toEqual({ slug: 'main', name: 'Werkschau' })
    const part = await send(app, 'viewGallery', { params: { slug: 'main' }, query: { limit: 1, offset: 1 } })
    expect(part.body).toMatchObject({ totalCount, groups: [groups[1]] })
    expect((await page('/gallery?limit=1&offset=1')).text).toMatch(/offset=0&amp;limit=1.*offset=2&amp;limit=1/)
    const { response } = await page()
    const headers = { ...html, 'if-none-match': response.headers.get('etag') ?? '' }
    expect(await statusOf(app, '/gallery', headers)).toBe(304)
    expect(await statusOf(app, '/gallery?limit=0')).toBe(400)
  })

  it('is also where its address ends with a slash', async () => {
    const { text } = await page('/gallery/')
    expect(text).toBe((await page('/gallery')).text)
  })

  it('keeps a name and the year apart, whatever direction they are written in', async () => {
    await hangOnWeb(app, { parts: { metadata: { title: 'Chair', name: 'ليلى', year: 1991 } } })
    const { text } = await page('/gallery', { 'accept-language': 'de' })
    expect(text).toContain('<bdi>Von ليلى</bdi> · <bdi>1991</bdi>')
  })

  it('escapes what visitors write, also in the feed, and shows captions, codes and the way to a request', async () => {
    const title = '<b>Chair & "stool"</b>\u0007'
    const description = '</title><script>alert(1)</script>'
    const { groupId } = await hangOnWeb(app, {
      parts: { metadata: { title, description, name: 'Ada' }, descriptions: { 'a.jpg': '"><i>Oak' } },
    })
    const { text, response } = await page('/gallery', { 'accept-language': 'de' })
    expect(text).toContain('&lt;b&gt;Chair &amp; &quot;stool&quot;&lt;/b&gt;')
    expect(text).toContain('alt="&quot;&gt;&lt;i&gt;Oak"')
    expect(text).toContain('Von Ada')
    expect(text).not.toMatch(/<script>|\{\{|gallery\.|lightbox\./)
    const code = (await ask(app, 'getGroup', { params: { groupId } })).images[0]?.code
    expect(text).toContain(`/removal-requests/plain-form?code=${code}&amp;language=`)
    expect(response.headers.get('x-robots-tag')).toContain('noindex')
    expect(text).toContain('<meta name="robots" content="noindex')
    const atom = await (await app.fetch('/gallery/main/feed.atom')).text()
    expect(atom).toContain('&lt;b&gt;Chair &amp; &quot;stool&quot;&lt;/b&gt;')
    expect(atom).not.toContain('<script>')
  })

  it('is linked from the feed by the page that has the group, also once there are more', async () => {
    const old = await addExhibition(admin, { gallery: true })
    const parts = { exhibition: old.slug, metadata: { title: 'Bench', year: 1900 } }
    for (let n = 0; n < 25; n++) await hangOnWeb(app, { parts: { ...parts, metadata: { year: 1850 + n } } })
    const { groupId } = await hangOnWeb(app, { parts })
    const atom = await (await app.fetch(`/gallery/${old.slug}/feed.atom`)).text()
    const [, link = ''] = /<link rel="alternate" type="text\/html" href="([^"]+)#g-/.exec(atom) ?? []
    const { pathname, search } = new URL(link)
    expect((await page(pathname + search)).text).toContain(`id="g-${groupId}"`)
    for (let n = 0; n < 24; n++) await hangOnWeb(app, { parts: { ...parts, metadata: { year: 1800 + n } } })
    expect((await page(pathname + search)).text).toContain(`id="g-${groupId}"`)
  })

  it('may be embedded by exactly the web sites of the settings', async () => {
    const set = (json: Record<string, unknown>) => send(admin, 'updateSettings', { json })
    const url = `${app.url}/gallery`
    const oembed = (query: Record<string, unknown>) => send(app, 'viewOembed', { query })
    expect(await statusOf(app, '/gallery/main/embed', html)).toBe(404)
    expect((await oembed({ url })).status).toBe(404)
    for (const wrong of [
      '*',
      'http://a.example',
      'https://*.a.example',
      'https://a.example/',
      "https://a.example; script-src 'none'",
    ])
      expect((await set({ embedOrigins: [wrong] })).status, wrong).toBe(400)
    expect((await set({ embedOrigins: [origin, 'https://other.example:8443'] })).status).toBe(200)
    const { response, text } = await page('/gallery/main/embed')
    expect(response.headers.get('content-security-policy')).toMatch(
      /frame-ancestors https:\/\/school\.example https:\/\/other\.example:8443$/,
    )
    expect(response.headers.get('x-frame-options')).toBeNull()
    for (const [link] of text.matchAll(/<a [^>]*>/g))
      if (!link.includes('rel="next"')) expect(link).toContain('target="_blank" rel="noopener"')
    expect((await page()).response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect((await page()).text).toContain('application/json+oembed')
    const { body } = await oembed({ url, maxwidth: 400 })
    expect(body).toMatchObject({
      type: 'rich',
      version: '1.0',
      width: 400,
      html: expect.stringContaining(`src="${app.url}/gallery/main/embed"`),
    })
    const foreign = [
      'https://elsewhere.example/gallery',
      `${app.url}/gallery/nowhere`,
      `${app.url}/admin`,
      'javascript:alert(1)',
    ]
    for (const each of foreign) expect((await oembed({ url: each })).status, each).toBe(404)
    await set({ embedOrigins: null })
  })

  it('shows one exhibition, not another, and nothing of one that has ended', async () => {
    const { id, slug } = await addExhibition(admin)
    const group = await hangOnWeb(app, { parts: { exhibition: slug } })
    expect(await statusOf(app, `/gallery/${slug}`, html)).toBe(404)
    await changeExhibition(admin, id, { gallery: true })
    expect((await galleryOf(app, slug)).groups).toMatchObject([{ groupId: group.groupId, exhibition: slug }])
    expect((await galleryOf(app)).groups.map(({ groupId }) => groupId)).not.toContain(group.groupId)
    const [path = ''] = (await galleryOf(app, slug)).groups[0]?.images.map(({ filePath }) => filePath) ?? []
    expect(await statusOf(app, path)).toBe(200)
    await changeExhibition(admin, id, { gallery: false })
    expect(await statusOf(app, path)).toBe(404)
    await changeExhibition(admin, id, { gallery: true, endsAt: new Date().toISOString() })
    expect([await statusOf(app, `/gallery/${slug}`, html), await statusOf(app, path)]).toEqual([404, 404])
  })

  it('has all its addresses also where its slug is `files`', async () => {
    const { slug } = await addExhibition(admin, { slug: 'files', gallery: true })
    const group = await hangOnWeb(app, { parts: { exhibition: slug } })
    await ask(admin, 'updateSettings', { json: { embedOrigins: [origin] } })
    for (const path of ['/gallery/files', '/gallery/files/embed', '/gallery/files/feed.atom'])
      expect((await page(path)).text, path).toContain(group.groupId)
    await ask(admin, 'updateSettings', { json: { embedOrigins: null } })
  })

  it('lets search engines in by setting; only then a withdrawal makes a takedown', async () => {
    const takedowns = async (groupId: string) =>
      (await ask(admin, 'listTakedowns')).takedowns.filter((each) => each.groupId === groupId)
    const withdraw = async () => {
      const { groupId, managementToken } = await hangOnWeb(app)
      await owner(app, managementToken).send('PUT', '/consents', {
        consentType: 'platform',
        action: 'revoke',
        platformId: website,
      })
      return takedowns(groupId)
    }
    expect(await withdraw()).toEqual([])
    await ask(admin, 'updateSettings', { json: { galleryIndexed: true } })
    const { response, text } = await page()
    expect([response.headers.get('x-robots-tag'), text.includes('noindex')]).toEqual([null, false])
    expect(await (await app.fetch('/robots.txt')).text()).toBe('User-agent: *\nAllow: /gallery\nDisallow: /\n')
    const { groupId } = await hangOnWeb(app)
    const [file = ''] = await photosOf(app, groupId)
    expect((await app.fetch(file)).headers.get('x-robots-tag')).toBeNull()
    expect(await withdraw()).toMatchObject([{ platformName: 'website', url: null }])
    await ask(admin, 'updateSettings', { json: { galleryIndexed: null } })
  })

  it('keeps the name of its platform', async () => {
    const json = { platform_name: 'elsewhere' }
    expect(await send(admin, 'updatePlatform', { params: { id: website }, json })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_BODY', details: { field: 'platform_name' } },
    })
  })
})

it('keeps its copies of photos within the budget, those that nobody asks for go first', async () => {
  await using app = await startApp({ env: { GALLERY_CACHE_MB: '1' } })
  const admin = await loginAsAdmin(app)
  await openGallery(admin)
  const noise = async () =>
    Buffer.from(
      await sharp({
        create: {
          width: 1_600,
          height: 1_200,
          channels: 3,
          background: '#888',
          noise: { type: 'gaussian', mean: 128, sigma: 12 },
        },
      })
        .jpeg()
        .toBuffer(),
    )
  const paths: string[] = []
  for (let n = 0; n < 3; n++) {
    const { groupId } = await hangOnWeb(app, { files: [{ name: 'a.jpg', bytes: await noise() }] })
    const large = (await photosOf(app, groupId)).at(-1) ?? ''
    paths.push(large)
    expect(await statusOf(app, large)).toBe(200)
  }
  const names = await readdir(join(app.dataDir, 'gallery'))
  expect(names.length).toBeLessThan(3)
  expect(paths.at(-1)).toContain(names.at(-1) ?? 'none')
  expect(await statusOf(app, paths[0] ?? '')).toBe(200)
})
