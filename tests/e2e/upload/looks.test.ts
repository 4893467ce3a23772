import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { present } from '#tests/support/at-least.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { scrollsSideways } from '#tests/support/pages/device.ts'
import { captionPhoto, openLarge, unfoldTexts } from '#tests/support/pages/draft.ts'
import { onPhones } from '#tests/support/pages/reflow.ts'
import {
  app,
  browser,
  type ChosenFile,
  choose,
  consent,
  contexts,
  file,
  management,
  photos,
  received,
  sendButton,
  storedGroup,
  uploadPageTests,
  visit,
} from '#tests/support/pages/upload-page.ts'
import { withoutWorker } from '#tests/support/servers/browser.ts'
import { startApp } from '#tests/support/start-app.ts'

/** The photos stored on the device; a smaller one counts as another. Runs in the page. */
const keptPhotos = `new Promise((done) => {
  const open = indexedDB.open('werkschau-draft')
  open.onsuccess = () => {
    const draft = open.result.transaction('draft').objectStore('draft').get('draft')
    draft.onsuccess = () => done((draft.result?.photos ?? []).map((photo) => photo.id))
  }
})`

describe('the look of the upload page', () => {
  uploadPageTests()

  it('names the contact for people in photos, if configured', async () => {
    const contact = 'https://werkstatt.example/kontakt?thema=foto&von=werkschau'
    await using other = await startApp({ env: { CONTACT_URL: contact } })
    const { page } = await visit()
    for (const path of ['/', '/manage/3f0c9a4e-7d2b-4c1a-9e5f-1a2b3c4d5e6f', '/nowhere']) {
      await page.goto(other.url + path)
      const link = page.getByRole('contentinfo').getByRole('link', { name: 'Contact us' })
      expect(await link.getAttribute('href')).toBe(contact)
    }
  })

  it('uses the language of the browser until another is chosen, and remembers the choice', async () => {
    const { page } = await visit({ locale: 'de-AT' })
    await page.getByRole('heading', { name: 'Zeig, was entstanden ist.' }).waitFor()
    await page.getByLabel('Sprache').selectOption('English')
    await page.getByRole('heading', { name: 'Show what you made.' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Show what you made.' }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('en')
  })

  it('makes all photos smaller on a slow connection on request, and sends them in order (D67)', async () => {
    const sizes = [2_600, 2_700, 2_800]
    const large = await Promise.all(sizes.map((width) => makeImage({ width, height: 1_000, detail: true })))
    const { page } = await visit({
      prepare: (context) =>
        context.addInitScript(`
          Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' } })
          const decode = createImageBitmap
          let decoding = 0
          window.mostAtOnce = 0
          window.createImageBitmap = async (file) => {
            window.mostAtOnce = Math.max(window.mostAtOnce, ++decoding)
            await new Promise((done) => setTimeout(done, 500))
            return decode(file).finally(() => decoding--)
          }`),
    })
    await choose(
      page,
      large.map((bytes, n) => file(`${n}.jpg`, bytes)),
    )
    await expect.poll(() => page.evaluate(keptPhotos)).toHaveLength(3)
    const originals = new Set(await page.evaluate<string[]>(keptPhotos))
    await page.getByRole('checkbox', { name: 'Send smaller photos' }).check()
    await captionPhoto(page, 3, 'Typed meanwhile')
    await consent(page).check()
    const smaller = async () => (await page.evaluate<string[]>(keptPhotos)).filter((id) => !originals.has(id))
    await expect.poll(smaller).toHaveLength(3)
    // Each takes tens of megabytes of the memory of a phone.
    expect(await page.evaluate('window.mostAtOnce')).toBe(1)
    await sendButton(page).click()
    await received(page).waitFor()
    expect((await storedGroup()).images.map(({ originalName, width }) => [originalName, width])).toEqual([
      ['0.jpg', 2_560],
      ['1.jpg', 2_560],
      ['2.jpg', 2_560],
    ])
  })

  it.each([
    ['', 'Thank you! We’ve got your photo.'],
    ['Ayşe', 'Thank you, Ayşe!'],
  ])('thanks “%s” with the photo, large, and one button that shares the link, else copies it', async (name, title) => {
    const { page } = await visit({
      prepare: (context) =>
        context.addInitScript(`
          window.taken = []
          const data = ${name === ''} ? 'share' : 'none'
          Object.defineProperty(navigator, data, { value: async ({ url }) => window.taken.push(url) })
          const clipboard = { writeText: async (text) => window.taken.push(text) }
          Object.defineProperty(navigator, 'clipboard', { value: clipboard })`),
    })
    await choose(page, photos.slice(0, 1))
    await unfoldTexts(page)
    await page.getByLabel('Your name').fill(name)
    await consent(page).check()
    await sendButton(page).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    const picture = await page.locator('main li img').boundingBox()
    expect(picture?.width).toBeGreaterThan(300)
    const keep = page.getByRole('button', { name: 'Save the link' })
    const { y = 0, height = 0 } = (await keep.boundingBox()) ?? {}
    expect(y + height).toBeLessThan(844)
    await keep.click()
    expect(await page.evaluate('window.taken')).toEqual([await management(page)])
    const code = page.getByRole('img', { name: 'QR code of the link' })
    expect(await code.isVisible()).toBe(false)
    await page.getByText('QR code, email, print').click()
    await code.waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('button:visible, input:visible, summary:visible').count()).toBe(0)
    expect(await code.isVisible()).toBe(true)
  })

  it('never scrolls sideways from 320 pixels, nor with letters twice as large, from the first page to the last', async () => {
    const { page } = await visit({ locale: 'de-DE' })
    const fits = async () => expect(await page.evaluate(scrollsSideways)).toBe(false)
    await onPhones(page, fits)
    await choose(page, photos)
    await page.locator('ol img').nth(4).waitFor()
    await page.locator('summary').click()
    await onPhones(page, fits)
    await openLarge(page, 2)
    const cut = `[...document.querySelectorAll('[role=dialog] button')].filter((button) => {
      const { left, right, bottom } = button.getBoundingClientRect()
      return left < 0 || right > innerWidth || bottom > innerHeight || button.scrollWidth > button.clientWidth
    }).length`
    await onPhones(page, async () => expect(await page.evaluate(cut)).toBe(0))
    await page.keyboard.press('Escape')
    await page.locator('#consent-workshop').press('Space')
    await page.locator('button:has(svg.tabler-icon-send)').press('Enter')
    await page.getByText('QR-Code, E-Mail, Drucken').click()
    await onPhones(page, fits)
  })

  it('offers a place to drop and no camera on a desk; shows its buttons on a phone on its side, and ticks before their words', async () => {
    const { page } = await visit({ width: 1440 })
    await page.getByText('or drop photos here').waitFor()
    expect(await page.getByRole('button', { name: 'Take photo' }).isVisible()).toBe(false)
    const isInSight = async (button: Locator) => {
      for (const [width, height] of [
        [667, 375],
        [844, 390],
      ] as const) {
        await page.setViewportSize({ width, height })
        const { y, height: own } = present(await button.boundingBox())
        expect(y + own, `${width} x ${height}`).toBeLessThanOrEqual(height)
      }
    }
    await isInSight(page.getByRole('button', { name: 'Choose photos' }))
    await choose(page, photos)
    await isInSight(sendButton(page))
    for (const width of [320, 390, 1_440]) {
      await page.setViewportSize({ width, height: 844 })
      for (const id of ['consent-workshop', 'consent-minors']) {
        const tick = await page.locator(`#${id}`).boundingBox()
        const words = await page.locator(`label[for=${id}]`).boundingBox()
        expect(words?.x, `${id} at ${width}`).toBeGreaterThanOrEqual((tick?.x ?? 0) + (tick?.width ?? 99))
      }
    }
  })

  it('names files that were not added beside the button, in view', async () => {
    const { page } = await visit({ width: 390 })
    await choose(page, [file('notes.txt', Buffer.from('text'), 'text/plain'), ...photos])
    const said = page.getByRole('button', { name: '1 file wasn’t added: notes.txt' })
    await said.waitFor()
    const [line, button] = [await said.boundingBox(), await sendButton(page).boundingBox()]
    expect((button?.y ?? 0) - (line?.y ?? 0)).toBeLessThan(140)
    expect(line?.y).toBeGreaterThan(0)
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(844)
  })

  // The largest of the twelve: most texts, and letters of fonts that others do not need.
  it.each(['de-DE', 'tr-TR', 'uk-UA'])('loads at most 200 kB in the first visit in %s', async (locale) => {
    const context = await browser.newContext({ ...withoutWorker, locale })
    contexts.push(context)
    const page = await context.newPage()
    const network = await context.newCDPSession(page)
    await network.send('Network.enable')
    const sizes: number[] = []
    network.on('Network.loadingFinished', ({ encodedDataLength }) => sizes.push(encodedDataLength))
    await page.goto(app.url, { waitUntil: 'networkidle' })
    await page.locator(`html[lang=${locale.slice(0, 2)}] main h1`).waitFor()
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    console.info(`First visit in ${locale}: ${bytes} bytes`)
    expect(bytes).toBeGreaterThan(100_000)
    expect(bytes).toBeLessThan(200_000)
  })

  it('on a phone: the camera, a footer without a contact, forced colours, targets of 44 pixels', async () => {
    const { page } = await visit({ width: 390 })
    const camera = page.getByRole('button', { name: 'Take photo' })
    await camera.waitFor()
    expect((await camera.boundingBox())?.height).toBeGreaterThan(90)
    expect(await page.getByText('or drop photos here').isVisible()).toBe(false)
    const footer = page.getByRole('contentinfo').getByRole('link')
    await expect.poll(() => footer.allTextContents()).toEqual(['Remove a photo of me'])

    await page.emulateMedia({ forcedColors: 'active' })
    await choose(page, [file('notes.txt', Buffer.from('text')), ...photos.slice(0, 2)])
    await sendButton(page).waitFor()
    const disabled = await page.evaluate(sendColour)
    await page.getByRole('checkbox').first().check()
    await expect.poll(() => page.evaluate(tickedBoxesDiffer)).toBe(true)
    await page.getByText('Still missing:').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(sendColour)).not.toBe(disabled)
    await page.emulateMedia({ forcedColors: 'none' })

    await page.locator('ol img').nth(1).waitFor()
    expect(await smallTargets(page)).toEqual([])
  })

  it('never scrolls sideways, even at 320 pixels with words that do not break', async () => {
    const { page } = await visit({ width: 320, locale: 'de-DE' })
    const word = 'Donaudampfschifffahrtsgesellschaft'.repeat(6)
    await choose(page, [
      file(`${word}.jpg`.slice(-200), (photos[0] as ChosenFile).buffer),
      file(`${word}.txt`.slice(-200), Buffer.from('text')),
    ])
    await page.locator('ol img').waitFor()
    await captionPhoto(page, 1, word)
    await unfoldTexts(page)
    for (const field of ['#text-title', '#text-name', '#text-description']) await page.locator(field).fill(word)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  })

  /** Runs in the page. */
  const tickedBoxesDiffer = `(() => {
    const [ticked, other] = [...document.querySelectorAll('[type=checkbox]')].map((box) => getComputedStyle(box))
    return ticked.backgroundColor !== other.backgroundColor
  })()`
  const sendColour = `getComputedStyle(document.querySelector('button:has(.tabler-icon-send)')).color`

  const smallTargets = (page: Page) =>
    page.locator('button:visible, a[href^="/"]:visible, input[type=text]:visible, textarea').evaluateAll((all) =>
      all
        .map((one) => ({ box: one.getBoundingClientRect(), html: one.outerHTML }))
        .filter(({ box }) => box.width < 44 || box.height < 44)
        .map(({ box, html }) => `${box.width} x ${box.height} ${html}`),
    )
})
