import { describe, expect, it } from 'vitest'
import { ask, send } from '#tests/support/ask.ts'
import { addExhibition, changeExhibition } from '#tests/support/exhibitions.ts'
import { admin, app, clock, fixedTimeTests, hours, now } from '#tests/support/fixed-time.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { begin, begun, complete, put } from '#tests/support/submissions.ts'
import { batchForm, bodyOf, consents, sendBatch, uploadGroup } from '#tests/support/upload.ts'

fixedTimeTests({ TRUST_PROXY_HOPS: '1', SHARED_NETWORKS: '10.9.0.0/16' })

type Fields = Readonly<Record<string, unknown>>
const from = (address: string) => ({ 'x-forwarded-for': address })
async function single(fields: Fields, headers: Record<string, string> = {}) {
  const form = await batchForm({ files: [{ name: 'a.jpg', bytes: await makeImage(), field: 'file' }], parts: fields })
  return app.fetch('/api/upload', { method: 'POST', body: form, headers })
}
/** The three ways to begin an upload. */
const ways: [
  string,
  (fields: Fields, headers?: Record<string, string>) => Promise<{ status: number; body: unknown }>,
][] = [
  ['single', async (...given) => toAnswer(await single(...given))],
  ['batch', async (parts, headers) => toAnswer(await sendBatch(app, { parts }, headers))],
  ['submission', (fields, headers = {}) => begin(app, fields, headers)],
]
const toAnswer = async (response: Response) => ({ status: response.status, body: await response.json() })
const groupOf = async (groupId: string) => ask(admin, 'getAdminGroup', { params: { groupId } })
const countAll = async () => (await ask(admin, 'listAdminGroups')).totalCount

describe('getExhibition', () => {
  const get = (slug: string) => send(app, 'getExhibition', { params: { slug } })

  it('has what the upload page shows, without the access code', async () => {
    const { slug } = await addExhibition(admin, {
      opensAt: hours(1),
      closesAt: hours(2),
      accessCode: 'Secret9',
      texts: { welcomeText: { de: 'Hallo' }, minorsTick: false },
      platformIds: [2],
    })
    const { status, body } = await get(slug)
    expect(status).toBe(200)
    expect(body).toEqual({
      slug,
      name: expect.stringMatching(/^Class/),
      isOpen: false,
      opensAt: hours(1),
      closesAt: hours(2),
      needsCode: true,
      texts: { welcomeText: { de: 'Hallo' }, consentTexts: {}, minorsTick: false },
      platforms: [expect.objectContaining({ platform_id: 2 })],
    })
    expect(JSON.stringify(body)).not.toContain('Secret9')
  })

  it("completes its texts by the site's", async () => {
    const social_media = 'Ja, auf {{name}}'
    await admin.fetch('/auth/confirm', { method: 'POST', json: { password: 'a password of the tests' } })
    const settings = { welcomeText: { de: 'Site', en: 'Site' }, consentTexts: { de: { workshop: 'Ja', social_media } } }
    await ask(admin, 'updateSettings', { json: settings })
    const own = { welcomeText: { de: 'Own' }, consentTexts: { de: { workshop: 'Jawohl' } } }
    const { slug } = await addExhibition(admin, { texts: own })
    expect((await get(slug)).body.texts).toEqual({
      welcomeText: { de: 'Own', en: 'Site' },
      consentTexts: { de: { workshop: 'Jawohl', social_media } },
      minorsTick: true,
    })
    expect((await get('main')).body).toMatchObject({ name: 'Werkschau', needsCode: false, texts: settings })
  })

  it('404 for one that is unknown or has ended', async () => {
    const { slug } = await addExhibition(admin, { endsAt: now })
    for (const gone of [slug, 'unknown', 'MAIN'])
      expect(await get(gone)).toMatchObject({ status: 404, body: { code: 'EXHIBITION_NOT_FOUND' } })
  })
})

describe.each(ways)('an upload to an exhibition (%s)', (_way, upload) => {
  it('404 EXHIBITION_NOT_FOUND for one that is unknown or has ended', async () => {
    const ended = await addExhibition(admin, { endsAt: now })
    for (const exhibition of ['unknown', ended.slug])
      expect(await upload({ exhibition })).toMatchObject({ status: 404, body: { code: 'EXHIBITION_NOT_FOUND' } })
  })

  it('403 EXHIBITION_CLOSED before and after its time, with both in the details', async () => {
    const before = await addExhibition(admin, { opensAt: hours(1), closesAt: hours(2) })
    const after = await addExhibition(admin, { opensAt: hours(-2), closesAt: now })
    const onlyEnd = await addExhibition(admin, { opensAt: hours(1), endsAt: hours(2) })
    for (const { slug, opensAt, closesAt, endsAt } of [before, after, onlyEnd])
      expect(await upload({ exhibition: slug })).toMatchObject({
        status: 403,
        body: { code: 'EXHIBITION_CLOSED', details: { opensAt, closesAt: closesAt ?? endsAt } },
      })
  })

  it('is accepted from the first moment on, with the right code in any case', async () => {
    const { slug } = await addExhibition(admin, { opensAt: now, closesAt: hours(1), accessCode: 'Oak2026' })
    for (const accessCode of ['Oak2026', 'oAK2026', ' OAK2026 '])
      expect((await upload({ exhibition: slug, accessCode })).status).toBeLessThan(300)
    for (const wrong of [{}, { accessCode: '' }, { accessCode: 'Oak2027' }, { accessCode: 'Oak20266' }])
      expect(await upload({ exhibition: slug, ...wrong })).toMatchObject({
        status: 403,
        body: { code: 'WRONG_ACCESS_CODE' },
      })
  })

  it('429 after ten wrong codes of an address, then for the right one, too', async () => {
    const [guarded, other] = [
      await addExhibition(admin, { accessCode: 'Oak2026' }),
      await addExhibition(admin, { accessCode: 'Oak2026' }),
    ]
    const guess = async (address: string, accessCode: string, exhibition = guarded.slug) =>
      (await upload({ exhibition, accessCode }, from(address))).status
    for (let n = 1; n <= 10; n++) expect(await guess(`2001:db8::${n}`, `wrong${n}`)).toBe(403)
    expect(await guess('2001:db8::ffff', 'wrong')).toBe(429)
    expect(await guess('2001:db8::1', 'Oak2026')).toBe(429)
    expect(await guess('2001:db8::1', 'Oak2026', other.slug)).toBeLessThan(300)
    expect(await guess('2001:db8:0:1::1', 'Oak2026')).toBeLessThan(300)
    // Pages that were opened before there was a code guess nothing.
    for (let n = 1; n <= 11; n++) expect(await guess('10.8.1.1', '')).toBe(403)
    expect(await guess('10.8.1.1', 'Oak2026')).toBeLessThan(300)
    for (let n = 1; n <= 11; n++) expect(await guess('10.9.1.1', `wrong${n}`)).toBe(403)
    expect(await guess('10.9.1.1', 'Oak2026')).toBeLessThan(300)
    expect(app.logged()).not.toMatch(/oak2026/i)
  })

  it('400 UNKNOWN_PLATFORM for a platform that the exhibition does not offer', async () => {
    const { slug } = await addExhibition(admin, { platformIds: [2] })
    const given = (id: number) => ({ exhibition: slug, consents: { ...consents, socialMediaConsents: [id] } })
    const before = await countAll()
    expect(await upload(given(1))).toMatchObject({ status: 400, body: { code: 'UNKNOWN_PLATFORM' } })
    expect(await countAll()).toBe(before)
    expect((await upload(given(2))).status).toBeLessThan(300)
  })
})

describe('an uploaded group', () => {
  it('belongs to the exhibition, for its owner and the team', async () => {
    const { slug, name } = await addExhibition(admin)
    const batch = await uploadGroup(app, { parts: { exhibition: slug } })
    const { groupId } = await bodyOf(await single({ exhibition: slug }))
    expect(batch.exhibition).toEqual({ slug, name })
    expect((await groupOf(batch.groupId)).exhibition).toEqual({ slug, name })
    expect((await groupOf(groupId)).exhibition).toEqual({ slug, name })
    const owner = await ask(app, 'getManagedGroup', { params: { token: batch.managementToken } })
    expect(owner.data.exhibition).toEqual({ slug, name })
    expect((await uploadGroup(app)).exhibition).toEqual({ slug: 'main', name: 'Werkschau' })
  })

  it('proves what its exhibition asked', async () => {
    const { slug } = await addExhibition(admin, { texts: { consentTexts: { de: { workshop: 'Ja, in der 7a' } } } })
    const page = await (await app.fetch(`/plain-form?exhibition=${slug}`)).text()
    const [, wording] = /name="wording" value="([^"]+)"/.exec(page) ?? []
    expect(await (await app.fetch(`/e/${slug}`)).text()).toContain(` data-wording="${wording}"`)
    expect(await (await app.fetch('/')).text()).not.toContain(` data-wording="${wording}"`)
    const { groupId } = await uploadGroup(app, {
      parts: { exhibition: slug, consents: { ...consents, wording, language: 'de' } },
    })
    const proof = await ask(admin, 'proveConsents', { params: { groupId } })
    expect(JSON.stringify(proof)).toContain('"text":"Ja, in der 7a"')
  })
})

describe('a submission that was begun in time', () => {
  it('may be finished for 24 hours after the close, also after the end', async () => {
    const { id, slug } = await addExhibition(admin, { closesAt: hours(1), accessCode: 'Oak2026' })
    const fields = { exhibition: slug, accessCode: 'Oak2026' }
    const [submissionId, late] = [await begun(app, fields), await begun(app, fields)]
    const bytes = await makeImage()
    await put(app, { submissionId: late, bytes })
    await changeExhibition(admin, id, { endsAt: hours(1) })
    clock.set(hours(23))
    expect((await put(app, { submissionId, bytes })).status).toBe(200)
    await put(app, { submissionId: late, bytes })
    const { status, body } = await complete(app, submissionId)
    expect([status, body.exhibition.slug]).toEqual([200, slug])
    clock.set(hours(25))
    for (const refused of [await complete(app, late), await put(app, { submissionId: late, bytes })])
      expect(refused).toMatchObject({ status: 403, body: { code: 'EXHIBITION_CLOSED' } })
    expect((await complete(app, submissionId)).status).toBe(200)
    clock.set(now)
  })

  it('404 when its exhibition was deleted meanwhile', async () => {
    const { id, slug } = await addExhibition(admin)
    const submissionId = await begun(app, { exhibition: slug })
    await put(app, { submissionId, bytes: await makeImage() })
    await ask(admin, 'deleteExhibition', { params: { id } })
    expect(await complete(app, submissionId)).toMatchObject({ status: 404, body: { code: 'EXHIBITION_NOT_FOUND' } })
  })
})

describe('deleteExhibition', () => {
  it('leaves no group without an exhibition, whatever comes first', async () => {
    for (let n = 0; n < 5; n++) {
      const { id, slug } = await addExhibition(admin)
      const [uploaded, deleted] = await Promise.all([
        sendBatch(app, { parts: { exhibition: slug } }),
        send(admin, 'deleteExhibition', { params: { id } }),
      ])
      expect([
        [200, 409],
        [404, 200],
      ]).toContainEqual([uploaded.status, deleted.status])
    }
  })
})
