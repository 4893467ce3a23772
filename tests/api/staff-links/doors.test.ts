import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { ask, send } from '#tests/support/ask.ts'
import { addExhibition, changeExhibition } from '#tests/support/exhibitions.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

let app: TestApp
let admin: Session
beforeAll(async () => {
  app = await startApp({ env: { TRUST_PROXY_HOPS: '1', LOG_LEVEL: 'trace', BASE_PATH: '/photos' } })
  admin = await loginAsAdmin(app)
})
afterAll(() => app[Symbol.asyncDispose]())

async function link(fields: Record<string, unknown> = {}) {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const { id, url } = await ask(admin, 'createStaffLink', { json: { name: 'Mira & "Co"', expiresAt, ...fields } })
  return { id, path: new URL(url).pathname, secret: url.split('/s/')[1] ?? '' }
}
const revoke = (id: number) => send(admin, 'revokeStaffLink', { params: { id }, json: { revoked: true } })
let addresses = 0
/** Each visit comes from an address of its own: a wrong link counts. */
async function visit(path: string, headers: Record<string, string> = {}) {
  const from = { accept: 'text/html', 'accept-language': 'en', 'x-forwarded-for': `203.0.113.${addresses++}` }
  const response = await app.fetch(path, { headers: { ...from, ...headers } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const factsIn = (text: string, name: string) => {
  const [, json] = new RegExp(` data-${name}="([^"]*)"`).exec(text) ?? []
  return json === undefined ? undefined : JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}

/** Pages do not depend on the engine, so one is enough. */
describe.runIf(inject('engine') === 'sqlite')('the page at the address of a staff link', () => {
  it('is the upload page of its exhibition, which knows the name, asks for no code and is stored nowhere', async () => {
    const { slug } = await addExhibition(admin, { name: 'Class 4a', accessCode: 'Amsel26' })
    const { id, path, secret } = await link({ exhibition: slug })
    const { status, headers, text } = await visit(path)
    expect(status).toBe(200)
    expect(factsIn(text, 'staff')).toEqual({ id, name: 'Mira & "Co"' })
    expect(factsIn(text, 'exhibition')).toMatchObject({ slug, needsCode: false })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(text).toContain(`<a class="wordmark" href="${path}">`)
    expect(text).toContain(`content="0; url=${secret}/plain-form"`)
    expect(text).not.toContain('/plain-form?')
    expect((await visit('/photos/')).text).not.toContain('data-staff')
    expect(factsIn((await visit(`/photos/e/${slug}`)).text, 'exhibition')).toMatchObject({ needsCode: true })
  })

  it('is 404, the same for one that never was, was revoked, has expired, or whose exhibition has ended', async () => {
    const never = await visit(`/photos/s/${'x'.repeat(27)}`)
    expect([never.status, factsIn(never.text, 'staff')]).toEqual([404, undefined])
    const revoked = await link()
    expect((await visit(revoked.path)).status).toBe(200)
    await revoke(revoked.id)
    const short = await link({ expiresAt: new Date(Date.now() + 500).toISOString() })
    await new Promise((resolve) => setTimeout(resolve, 510))
    const { id, slug } = await addExhibition(admin)
    const ended = await link({ exhibition: slug })
    await changeExhibition(admin, id, { endsAt: new Date(Date.now() - 1_000).toISOString() })
    for (const { path } of [revoked, short, ended]) {
      const { status, text } = await visit(path)
      expect(status).toBe(404)
      expect(text).toBe(never.text)
    }
  })

  it('counts wrong ones, whose 20th bans the address from right ones, too (D18)', async () => {
    const { path } = await link()
    const headers = { 'x-forwarded-for': '198.51.100.20' }
    for (let n = 0; n < 20; n++) expect((await visit(`/photos/s/guess-number-${n}`, headers)).status).toBe(404)
    expect((await visit(path, headers)).status).toBe(404)
    expect((await visit(path)).status).toBe(200)
  })

  it('leaves its secret in no log', async () => {
    const { path, secret } = await link()
    const almost = `${path.slice(0, -1)}~`
    for (const page of [path, almost, `${path}/plain-form`, `${almost}/plain-form`]) await visit(page)
    const { entries } = await ask(admin, 'listAdminAudit')
    const managed = await ask(admin, 'listAuditLog', { query: { limit: 1_000 } })
    expect(app.logged() + JSON.stringify([entries, managed])).not.toContain(secret.slice(0, 12))
  })
})

describe.runIf(inject('engine') === 'sqlite')('the plain form of a staff link', () => {
  async function sendForm(page: string, image?: Buffer) {
    const [, action = ''] = /action="([^"]+)"/.exec(page) ?? []
    const body = new FormData()
    for (const [name, value] of Object.entries({ workshop: 'on', year: '2026', title: 'A nest', name: 'Somebody' }))
      body.append(name, value)
    body.append('images', new Blob([new Uint8Array(image ?? (await makeImage()))]), 'nest.jpg')
    const headers = { accept: 'text/html', origin: new URL(app.url).origin, 'sec-fetch-site': 'same-origin' }
    const response = await app.fetch(action.replaceAll('&amp;', '&'), { method: 'POST', body, headers })
    return { status: response.status, text: await response.text() }
  }

  it('sends under the name of the link, says what becomes of the photos, and leads back to itself', async () => {
    const { slug } = await addExhibition(admin, { name: 'Class 4b', accessCode: 'Amsel26' })
    const { id, path, secret } = await link({ approvesAtOnce: true, exhibition: slug })
    const { status, headers, text } = await visit(`${path}/plain-form`)
    expect(status).toBe(200)
    // Its own origin, so that the form is not cross-site (D56), and not the address.
    expect(headers.get('referrer-policy')).toBe('strict-origin')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(text).toContain('You’re uploading as Mira &amp; &quot;Co&quot;.')
    expect(text).not.toMatch(/name="(name|accessCode)"/)
    const sent = await sendForm(text)
    expect(sent.status).toBe(200)
    expect(sent.text).toContain('Your photos are now on the screen')
    expect(sent.text).toContain(`href="${path}/plain-form?language=en`)
    const { groups } = await ask(admin, 'listAdminGroups', { query: { exhibition: slug } })
    expect(groups).toMatchObject([{ name: 'Mira & "Co"', staffName: 'Mira & "Co"', isApproved: true }])
    const { text: another } = await visit(`${path}/plain-form`)
    await revoke(id)
    const refused = await sendForm(another)
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('Your link is no longer valid')
    expect(app.logged()).not.toContain(secret.slice(0, 12))
  })

  it('is a page that says so in the visitor’s language, with the way to the form for everybody', async () => {
    const { status, text } = await visit('/photos/s/wrong/plain-form', { 'accept-language': 'de' })
    expect(status).toBe(404)
    expect(text).toContain('Dieser Link gilt nicht mehr')
    expect(text).toContain('href="/photos/plain-form?language=de"')
    // To the same page: the address of the link is a folder of no other.
    expect(text).toContain('<a lang="en" href="?language=en&amp;staffLink=-">')
    expect((await visit('/photos/s/wrong/plain-form?language=en', { 'accept-language': 'de' })).text).toContain(
      'This link is no longer valid',
    )
  })

  it('says again that the photos have arrived when its answer is loaded again after the link was revoked', async () => {
    const { id, path } = await link()
    const page = (await visit(`${path}/plain-form`)).text
    const image = await makeImage()
    const sent = await sendForm(page, image)
    await revoke(id)
    expect(await sendForm(page, image)).toEqual(sent)
    expect((await sendForm(page, await makeImage({ width: 333 }))).status).toBe(403)
  })
})
