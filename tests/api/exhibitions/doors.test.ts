import { describe, expect, inject, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { loginAsAdmin, post } from '#tests/support/admin.ts'
import { ask, send } from '#tests/support/ask.ts'
import { addExhibition, changeExhibition } from '#tests/support/exhibitions.ts'
import { admin, app, fixedTimeTests, hours } from '#tests/support/fixed-time.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { owner } from '#tests/support/manage.ts'
import { startApp } from '#tests/support/start-app.ts'
import { bodyOf, publish, uploadGroup } from '#tests/support/upload.ts'

fixedTimeTests()

const visit = async (path: string, of = app) => {
  const response = await of.fetch(path, { headers: { accept: 'text/html' }, redirect: 'manual' })
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}
const factsIn = (text: string) => {
  const [, json] = / data-exhibition="([^"]*)"/.exec(text) ?? []
  return json === undefined ? undefined : JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}
const texts = { welcomeText: { de: 'Zeigt eure <Vogelhäuser>' }, minorsTick: false }

/** Pages do not depend on the engine, so one is enough. */
describe.runIf(inject('engine') === 'sqlite')('the upload page of an exhibition', () => {
  it('has its name, texts and rules in its document, and not its code', async () => {
    const { slug } = await addExhibition(admin, {
      name: 'Class "4a"',
      accessCode: 'Amsel26',
      closesAt: hours(5),
      texts,
    })
    const { status, text } = await visit(`/e/${slug}`)
    expect(status).toBe(200)
    expect(text).toContain('<title>Class &quot;4a&quot; · Werkschau</title>')
    expect(text).toContain('<meta property="og:title" content="Class &quot;4a&quot; · Werkschau" />')
    expect(text).toContain('<p class="upload-name"><bdi>Class &quot;4a&quot;</bdi></p>')
    expect(text).toContain('<p>Zeigt eure &lt;Vogelhäuser&gt;</p>')
    expect(text).toMatch(/<html[^>]* data-minors="off"/)
    expect(text).toContain(`<a class="wordmark" href="/e/${slug}">`)
    expect(text).toContain(`content="0; url=../plain-form?exhibition=${slug}"`)
    expect(text).not.toContain('Amsel26')
    const facts = { slug, name: 'Class "4a"', isOpen: true, opensAt: null, closesAt: hours(5), needsCode: true }
    expect(factsIn(text)).toEqual({ ...facts, site: 'Werkschau' })
  })

  it('says when it opens and since when it is closed, follows changes, and is 404 once it has ended', async () => {
    const { id, slug } = await addExhibition(admin, { opensAt: hours(2) })
    const page = () => visit(`/e/${slug}`)
    expect(factsIn((await page()).text)).toMatchObject({ isOpen: false, opensAt: hours(2) })
    expect((await page()).text).not.toContain('class="upload-hero"')
    await changeExhibition(admin, id, { opensAt: hours(-2) })
    expect((await page()).text).toContain('class="upload-hero"')
    await changeExhibition(admin, id, { closesAt: hours(-1) })
    expect(factsIn((await page()).text)).toMatchObject({ isOpen: false, closesAt: hours(-1) })
    await changeExhibition(admin, id, { endsAt: hours(-0.5) })
    const { status, text } = await page()
    expect(status).toBe(404)
    expect(factsIn(text)).toBeUndefined()
    expect((await visit('/e/never-was')).text).toBe(text)
  })

  it('is found by whoever types the address of the poster with capitals', async () => {
    const { slug } = await addExhibition(admin)
    expect(await visit(`/e/${slug.toUpperCase()}`)).toMatchObject({ status: 302, location: `/e/${slug}` })
    expect((await visit('/e/NEVER-WAS')).status).toBe(404)
  })

  it('leaves `/` as it is, unless `main` has rules of its own', async () => {
    await using own = await startApp()
    const session = await loginAsAdmin(own)
    const before = await visit('/', own)
    expect(before.text).not.toContain('data-exhibition')
    await addExhibition(session)
    expect(await visit('/', own)).toEqual(before)
    expect(await visit('/e/main', own)).toMatchObject({ status: 302, location: '/' })
    await changeExhibition(session, 1, { accessCode: 'door7', texts })
    const { text } = await visit('/', own)
    expect(factsIn(text)).toMatchObject({ slug: 'main', needsCode: true })
    expect(text).toContain('<title>Werkschau</title>')
    expect(text).not.toContain('upload-name')
    expect(text).toContain('Zeigt eure')
    expect((await visit('/removal-requests', own)).text).not.toContain('Zeigt eure')
  })

  it('is installed with its own start, and takes what other apps share', async () => {
    const { slug } = await addExhibition(admin, { name: 'Class 4a' })
    const manifest = async (path: string) => JSON.parse((await visit(path)).text)
    const own = await manifest(`/manifest.webmanifest?exhibition=${slug}`)
    expect(own).toMatchObject({ name: 'Class 4a', start_url: `./e/${slug}`, scope: './' })
    expect(own.share_target.action).toBe(`./share?exhibition=${slug}`)
    expect(await manifest(`/slideshow.webmanifest?exhibition=${slug}`)).toMatchObject({
      name: 'Class 4a · Slideshow',
      start_url: `slideshow?exhibition=${slug}`,
    })
    expect(await manifest('/manifest.webmanifest?exhibition=never-was')).toMatchObject({ start_url: './' })
  })

  it('below BASE_PATH leads to its own addresses', async () => {
    await using below = await startApp({ env: { BASE_PATH: '/photos' } })
    const { slug } = await addExhibition(await loginAsAdmin(below))
    const { text } = await visit(`/photos/e/${slug}`, below)
    expect(text).toContain(`<a class="wordmark" href="/photos/e/${slug}">`)
    expect(text).toContain(`href="/photos/plain-form?exhibition=${slug}"`)
    expect((await visit('/photos/e/main', below)).location).toBe('/photos/')
  })
})

describe.runIf(inject('engine') === 'sqlite')('the plain form of an exhibition', () => {
  const sendForm = async (page: string, accessCode: string) => {
    const [, action = ''] = /action="([^"]+)"/.exec(page) ?? []
    const body = new FormData()
    for (const [name, value] of Object.entries({ accessCode, workshop: 'on', year: '2026', title: 'A nest' }))
      body.append(name, value)
    body.append('images', new Blob([new Uint8Array(await makeImage())]), 'nest.jpg')
    const headers = { accept: 'text/html', origin: app.url, 'sec-fetch-site': 'same-origin' }
    return (await app.fetch(action.replaceAll('&amp;', '&'), { method: 'POST', body, headers })).text()
  }

  it('has its name, texts, platforms and code, and makes a group of it', async () => {
    const { slug } = await addExhibition(admin, { name: 'Class 4b', accessCode: 'Amsel26', platformIds: [1], texts })
    const { text } = await visit(`/plain-form?exhibition=${slug}&language=de`)
    expect(text).toContain('<p class="name" dir="auto">Class 4b</p>')
    expect(text).toContain('Zeigt eure &lt;Vogelhäuser&gt;')
    expect(text.match(/name="platform-\d+"/g)).toEqual(['name="platform-1"'])
    expect(text).not.toContain('name="minors"')
    expect(text).toContain(`href="/e/${slug}"`)

    const refused = await sendForm(text, 'wrong')
    expect(refused).toContain('Der Zugangscode fehlt oder stimmt nicht.')
    expect(refused).toContain(`href="/plain-form?language=de&amp;exhibition=${slug}"`)
    const received = await sendForm((await visit(`/plain-form?exhibition=${slug}&language=de`)).text, 'amsel۲۶')
    const [, token = ''] = /\/manage\/([0-9a-f-]{36})"/.exec(received) ?? []
    expect((await owner(app, token).view()).body.data).toMatchObject({ title: 'A nest', exhibition: { slug } })
  })

  it('says when it opens, since when it is closed, and that it is gone', async () => {
    const { id, slug } = await addExhibition(admin, { opensAt: hours(48) })
    const page = async () => visit(`/plain-form?exhibition=${slug}&language=en`)
    expect((await page()).text).toContain('You can send your photos from May 6, 2026')
    await changeExhibition(admin, id, { opensAt: null, closesAt: hours(-1) })
    const closed = await page()
    expect(closed.text).toContain('Closed since May 4, 2026')
    expect(closed.text).toContain('your link still works')
    expect(closed.text).not.toContain('<form')
    await changeExhibition(admin, id, { closesAt: null })
    const open = await page()
    await changeExhibition(admin, id, { endsAt: hours(-1) })
    // Not another exhibition's form, which would show the photos there.
    const refused = await sendForm(open.text, '')
    expect(refused).toContain('This exhibition isn’t here')
    const own = new RegExp(`/plain-form\\?language=[a-z]{2}&amp;exhibition=${slug}"`, 'g')
    expect(refused.replaceAll(own, '')).not.toMatch(/"\/plain-form\?/)
    const gone = await page()
    expect(gone.status).toBe(404)
    expect(gone.text).toContain('This exhibition isn’t here')
    for (const { text } of [{ text: refused }, gone])
      expect(text).toContain(`<a lang="de" href="/plain-form?language=de&amp;exhibition=${slug}">`)
  })
})

describe('the feed of several exhibitions', () => {
  it('has exactly those that are named, without those that are unknown or end', async () => {
    const [one, other, third] = [await addExhibition(admin), await addExhibition(admin), await addExhibition(admin)]
    const shown = async (exhibition: string) => {
      const group = await uploadGroup(app, { parts: { exhibition } })
      await publish(app, group.groupId)
      return group.groupId
    }
    const [ofOne, ofOther] = [await shown(one.slug), await shown(other.slug), await shown(third.slug)]
    const read = (exhibition: string) => send(app, 'listGroups', { query: { exhibition } })
    const ids = async (exhibition: string) =>
      (await read(exhibition)).body.groups.map((each) => each.groupId).toSorted()
    const both = [ofOne, ofOther].toSorted()
    expect(await ids(`${one.slug},${other.slug}`)).toEqual(both)
    expect((await read(`${other.slug},${one.slug},never-was`)).body.totalCount).toBe(2)
    expect(await ids(`${other.slug},${one.slug},never-was`)).toEqual(both)
    await changeExhibition(admin, one.id, { endsAt: hours(-1) })
    expect(await ids(`${one.slug},${other.slug}`)).toEqual([ofOther])
    await changeExhibition(admin, one.id, { endsAt: null })
    expect(await ids(`${one.slug},${other.slug}`)).toEqual(both)
    for (const nothing of ['never-was,nor-this', ',', `${'a'.repeat(41)},b`])
      expect(await read(nothing)).toMatchObject({ status: 404, body: { code: 'EXHIBITION_NOT_FOUND' } })
    expect((await read('a'.repeat(limits.feedExhibitions * 41 + 1))).status).toBe(400)
  })
})

describe('the exhibitions of a screen', () => {
  it('are `main` at first, else what its address says; admins change them, and its report has them', async () => {
    const { slug } = await addExhibition(admin)
    const pair = async (settings?: object) => {
      const answer = await post(app, '/api/slideshow/pairings', { ...(settings && { settings }) })
      const { code, secret } = await bodyOf<{ code: string; secret: string }>(answer)
      const { screen } = await ask(admin, 'createScreen', { json: { code, name: 'Hall' } })
      return { id: screen.id, exhibitions: screen.exhibitions, secret }
    }
    expect(await pair({ exhibitions: [slug, 'never-was'] })).toMatchObject({ exhibitions: [slug] })
    const { id, exhibitions, secret } = await pair()
    expect(exhibitions).toEqual(['main'])
    const reported = async () => {
      const answer = await post(app, '/api/slideshow/heartbeat', { secret })
      return (await bodyOf<{ settings: { exhibitions: unknown } }>(answer)).settings.exhibitions
    }
    expect(await reported()).toEqual(['main'])
    for (const chosen of [[slug], ['main', slug], '*']) {
      const { screen } = await ask(admin, 'updateScreen', { params: { id }, json: { exhibitions: chosen } })
      expect(screen.exhibitions).toEqual(chosen)
      expect(await reported()).toEqual(chosen)
    }
    expect((await ask(admin, 'listScreens')).screens.find((each) => each.id === id)?.exhibitions).toBe('*')
    const refused = (json: object) => send(admin, 'updateScreen', { params: { id }, json })
    expect(await refused({ exhibitions: ['never-was'] })).toMatchObject({
      status: 404,
      body: { code: 'EXHIBITION_NOT_FOUND' },
    })
    for (const bad of [[], [slug, slug], 'main', [1]]) expect((await refused({ exhibitions: bad })).status).toBe(400)
    expect(await reported()).toBe('*')
  })
})

describe('getManagedGroup', () => {
  it('says since when its exhibition is closed, when it ends or has ended, and when the photos are deleted', async () => {
    const { id, slug } = await addExhibition(admin, { deletedAfterDays: 30 })
    const { managementToken } = await uploadGroup(app, { parts: { exhibition: slug } })
    const view = async () => (await owner(app, managementToken).view()).body.data
    expect(await view()).toMatchObject({ exhibitionClosedAt: null, exhibitionEndsAt: null, exhibitionEndedAt: null })
    await changeExhibition(admin, id, { closesAt: hours(-1), endsAt: hours(24) })
    expect(await view()).toMatchObject({
      exhibitionClosedAt: hours(-1),
      exhibitionEndsAt: hours(24),
      exhibitionEndedAt: null,
    })
    await changeExhibition(admin, id, { endsAt: hours(-0.5) })
    const ended = await view()
    expect(ended).toMatchObject({ exhibitionEndsAt: null, exhibitionEndedAt: hours(-0.5), isPublished: false })
    expect(ended.deletionDate).not.toBeNull()
    const saved = await owner(app, managementToken).send('PUT', '/metadata', { title: 'Still mine' })
    expect(saved.body.group).toMatchObject({ title: 'Still mine' })
  })
})
