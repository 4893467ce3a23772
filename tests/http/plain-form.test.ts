import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { languages } from '#contract/site/languages.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { owner } from '#tests/support/manage.ts'
import { scrollsSideways } from '#tests/support/pages/device.ts'
import { overflowing, twiceAsLarge } from '#tests/support/pages/reflow.ts'
import { launchBrowser } from '#tests/support/servers/browser.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

/** Pages do not depend on the engine, so one is enough. */
describe.runIf(inject('engine') === 'sqlite')('the plain form, for browsers without script', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ env: { PUBLIC_HOST: '127.0.0.1' } })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  const open = async (headers: Record<string, string> = {}, { fetch } = app) => {
    const response = await fetch('/plain-form', { headers: { accept: 'text/html', ...headers } })
    const text = await response.text()
    const action = /action="([^"]+)"/.exec(text)?.[1]?.replace('&amp;', '&') ?? ''
    return { response, text, action }
  }
  const send = async (action: string, fields: Record<string, string>, file?: Blob, { fetch } = app) => {
    const body = new FormData()
    body.append('images', file ?? new Blob([new Uint8Array(await photo)]), 'chair.jpg')
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    const headers = { accept: 'text/html', origin: app.url, 'sec-fetch-site': 'same-origin' }
    const response = await fetch(action, { method: 'POST', body, headers })
    return { response, text: await response.text() }
  }
  const photo = makeImage()
  const agreed = { workshop: 'on' }

  it.each(languages)('exists in %s', async (language) => {
    const { response, text } = await open({ 'accept-language': language })
    expect(response.status).toBe(200)
    expect(text).toContain(`<html lang="${language}" dir="${['ar', 'fa'].includes(language) ? 'rtl' : 'ltr'}">`)
    expect(text).not.toMatch(/\{\{|plainForm\.|upload\.|consents\.|<script/)
  })

  it('lets the browser send its origin, because `Origin: null` would be cross-site (D56)', async () => {
    const { response } = await open()
    expect(response.headers.get('referrer-policy')).toBe('same-origin')
  })

  it('creates a group with its texts and consents, and answers with the link', async () => {
    const { action, text } = await open({ 'accept-language': 'de' })
    const [, platform = ''] = /name="platform-(\d+)"/.exec(text) ?? []
    const texts = { title: 'Stuhl <aus> Esche', name: 'Ada', year: '1999', description: '' }
    const answer = await send(action, { ...texts, ...agreed, minors: 'on', [`platform-${platform}`]: 'on' })
    expect(answer.response.status).toBe(200)
    expect(answer.response.headers.get('content-type')).toContain('text/html')
    expect(answer.response.headers.get('referrer-policy')).toBe('no-referrer')
    const [, token] = /<a href="[^"]+\/manage\/([0-9a-f-]{36})"/.exec(answer.text) ?? []
    const { data } = (await owner(app, token ?? '').view()).body
    expect(data).toMatchObject({ title: texts.title, name: 'Ada', year: 1999, description: null })
    expect(data.socialMediaConsents).toMatchObject([{ platformId: Number(platform), consented: true }])
  })

  it('creates one group from a form that is sent twice', async () => {
    const { action } = await open()
    const link = async () => /\/manage\/[0-9a-f-]{36}/.exec((await send(action, agreed)).text)?.[0]
    const [first, atOnce] = await Promise.all([link(), link()])
    expect(first).toBeDefined()
    expect([atOnce, await link()]).toEqual([first, first])
  })

  it('creates another group of other photos from the same form, to which people go back', async () => {
    const { action } = await open()
    const other = new Blob([new Uint8Array(await makeImage({ width: 333 }))])
    const link = async (file?: Blob) => /\/manage\/[0-9a-f-]{36}/.exec((await send(action, agreed, file)).text)?.[0]
    const [first, second] = [await link(), await link(other)]
    expect(second).toBeDefined()
    expect(second).not.toBe(first)
    expect([await link(), await link(other)]).toEqual([first, second])
  })

  it('is answered again when it was the last of the hour, which other photos are not', async () => {
    await using tight = await startApp({ env: { PUBLIC_HOST: '127.0.0.1', UPLOAD_RATE_LIMIT: '1' } })
    const { action } = await open({}, tight)
    const first = await send(action, agreed, undefined, tight)
    expect(first.text).toMatch(/\/manage\/[0-9a-f-]{36}/)
    const again = await send(action, agreed, undefined, tight)
    expect([again.response.status, again.text]).toEqual([200, first.text])
    const other = new Blob([new Uint8Array(await makeImage({ width: 333 }))])
    expect((await send(action, agreed, other, tight)).response.status).toBe(429)
    expect((await send((await open({}, tight)).action, agreed, undefined, tight)).response.status).toBe(429)
  })

  it('takes a year in Arabic and Persian digits', async () => {
    for (const year of ['٢٠٢٤', '۲۰۲۴']) {
      const { text } = await send((await open()).action, { ...agreed, year })
      const [, token = ''] = /\/manage\/([0-9a-f-]{36})"/.exec(text) ?? []
      expect((await owner(app, token).view()).body.data).toMatchObject({ year: 2024 })
    }
  })

  it('shows errors on a page, and creates no group', async () => {
    const { action } = await open({ 'accept-language': 'fr' })
    const broken = await send(action, agreed, new Blob(['no image']))
    expect(broken.response.status).toBe(400)
    expect(broken.text).toContain('chair.jpg')
    expect(broken.text).toContain('<html lang="fr"')
    const without = await send(action, {})
    expect(without.response.status).toBe(400)
    const year = await send(action, { ...agreed, year: 'early' })
    expect(year.response.status).toBe(400)
    const foreign = await app.fetch(action, { method: 'POST', headers: { origin: 'null' } })
    expect(foreign.status).toBe(403)
    expect(foreign.headers.get('content-type')).toContain('text/html')
  })

  it('asks again when the texts of the consents have changed since it was shown', async () => {
    const { action, text } = await open()
    const [, wording = ''] = /name="wording" value="([^"]+)"/.exec(text) ?? []
    expect((await send(action, { ...agreed, wording })).response.status).toBe(200)
    const older = await send(action, { ...agreed, wording: 'of last year' }, new Blob([Buffer.from(await photo)]))
    expect(older.response.status).toBe(409)
    expect(older.text).toContain('The texts of the consents have changed')
  })

  it('does not affect other clients, whatever they accept', async () => {
    const response = await app.fetch('/api/upload/batch', { method: 'POST', headers: { accept: 'text/html' } })
    expect(await response.json()).toMatchObject({ code: 'NO_FILES' })
  })

  describe('in a browser without JavaScript', () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await launchBrowser()
    })
    afterAll(() => browser.close())

    it('is where `/` redirects, and leads from photos to the link', async () => {
      const page = await browser.newPage({
        javaScriptEnabled: false,
        locale: 'en-GB',
        viewport: { width: 360, height: 740 },
      })
      await page.goto(app.url)
      await page.getByLabel('Your photos').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await photo })
      await page.getByLabel('Yes, show my photos in the workshop.').check()
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('heading', { name: /^Thank you!/ }).waitFor()
      expect(await page.getByRole('link', { name: /\/manage\// }).getAttribute('href')).toMatch(/[0-9a-f-]{36}$/)
    })

    it.each([
      ['/e/nowhere', 'This exhibition isn’t here', 'Diese Ausstellung gibt es hier nicht'],
      ['/s/nonsense', 'This link is no longer valid', 'Dieser Link gilt nicht mehr'],
      ['/removal-requests', 'In a photo you’d like removed?', 'Du möchtest, dass ein Foto verschwindet?'],
    ])('says at %s what a page with scripts would', async (path, title, german) => {
      const page = await browser.newPage({ javaScriptEnabled: false, locale: 'en-GB' })
      await page.goto(app.url + path)
      await page.getByRole('heading', { name: title }).waitFor()
      await page.getByRole('link', { name: 'Deutsch' }).click()
      await page.getByRole('heading', { name: german }).waitFor()
    })

    it.each(['de', 'uk', 'ar'])('fits a small phone with letters twice as large, in %s', async (locale) => {
      const page = await browser.newPage({ locale, viewport: { width: 320, height: 568 } })
      await page.goto(`${app.url}/plain-form`)
      await page.evaluate(twiceAsLarge)
      expect(await page.evaluate(overflowing)).toEqual([])
      expect(await page.evaluate(scrollsSideways)).toBe(false)
    })

    it('leads back to what was typed when a photo is refused', async () => {
      const page = await browser.newPage({ javaScriptEnabled: false, locale: 'en-GB' })
      await page.goto(`${app.url}/plain-form`)
      await page.getByLabel('Title').fill('A lamp')
      const choose = async (buffer: Buffer) =>
        page.getByLabel('Your photos').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
      await choose(Buffer.from('no image'))
      await page.getByLabel('Yes, show my photos in the workshop.').check()
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByText('Go back in your browser', { exact: false }).waitFor()
      await page.goBack()
      expect(await page.getByLabel('Title').inputValue()).toBe('A lamp')
      await choose(await photo)
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('heading', { name: /^Thank you!/ }).waitFor()
    })
  })
})
