import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { directionOf, languages } from '#contract/site/languages.ts'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { accessibilityFindings, newDevice, scrollsSideways } from '#tests/support/pages/device.ts'
import { fontsLoaded, overflowing } from '#tests/support/pages/reflow.ts'
import {
  browser,
  type ChosenFile,
  choose,
  contexts,
  file,
  photos,
  proxy,
  storedDraft,
  uploadPageTests,
  visit,
} from '#tests/support/pages/upload-page.ts'
import { launchBrowser, withoutWorker } from '#tests/support/servers/browser.ts'
import { startApp } from '#tests/support/start-app.ts'

/** Changes the language in place. */
async function inEachLanguage(page: Page): Promise<void> {
  for (const language of languages) {
    await page.locator('header select').selectOption(language)
    await page.locator(`html[lang=${language}][dir=${directionOf(language)}]`).waitFor()
    await page.evaluate(fontsLoaded)
    expect(await page.evaluate(overflowing), `${language} at ${page.url()}`).toEqual([])
    expect(await page.evaluate(scrollsSideways), language).toBe(false)
  }
}

/** Of each of these names that the page shows, where its characters are, from left to right. Runs in the page. */
const placesOf = (names: readonly string[]) => `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const places = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (const name of ${JSON.stringify(names)}) {
      const start = node.textContent.indexOf(name)
      const left = (_, at) => {
        const range = document.createRange()
        range.setStart(node, start + at)
        range.setEnd(node, start + at + 1)
        return range.getBoundingClientRect().left
      }
      if (start >= 0) places.push([...name].map(left))
    }
  }
  return places
})()`

/** Everything that is written on the page or named to a screen reader. Runs in the page. */
const wordsInPage = `(() => {
  const named = [...document.querySelectorAll('[aria-label], [placeholder], [aria-roledescription]')]
  const names = ['aria-label', 'placeholder', 'aria-roledescription']
  return [document.querySelector('#root').innerText, ...named.flatMap((one) => names.map((name) => one.getAttribute(name)))]
})()`

/** What is written after a change of the language in place is what a reload writes. */
async function expectAsAfterReload(page: Page, settled: () => Promise<unknown>): Promise<void> {
  await page.reload()
  await settled()
  for (const language of ['pl', 'es']) {
    await page.locator('header select').selectOption(language)
    await page.locator(`html[lang=${language}]`).waitFor()
  }
  const words = await page.evaluate(wordsInPage)
  await page.reload()
  await settled()
  await expect.poll(() => page.evaluate(wordsInPage), { message: page.url() }).toEqual(words)
}

describe('languages of the visitors’ pages', () => {
  uploadPageTests()

  it('follow a change in place everywhere', async () => {
    const { page } = await visit()
    const tiles = () => page.locator('ol img').nth(1).waitFor()
    await choose(page, photos.slice(0, 2))
    await tiles()
    await expect.poll(() => page.evaluate(storedDraft)).toMatch(/^2 /)
    await expectAsAfterReload(page, tiles)
    await page.getByRole('checkbox').first().check()
    await page.locator('button:has(svg.tabler-icon-send)').click()
    const link = page.locator('input[readonly]')
    await page.locator('summary').click()
    const { pathname } = new URL(await link.inputValue())
    for (const path of [pathname, '/removal-requests', '/nowhere']) {
      await page.goto(new URL(path, proxy.url).href)
      await expectAsAfterReload(page, () => (path === pathname ? tiles() : page.locator('main h1').waitFor()))
    }
  })

  it('have no text wider than its box at 320 pixels, from the first page to the deleted group', async () => {
    const { page, complaints } = await visit({ width: 320, locale: 'fa-IR' })
    await page.locator('html[lang=fa][dir=rtl] main h1').waitFor()
    await choose(page, [...photos.slice(0, 2), file('notes.txt', Buffer.from('text'))])
    await page.locator('ol img').nth(1).waitFor()
    await page.locator('summary').click()
    await inEachLanguage(page)

    await page.getByRole('checkbox').first().check()
    await page.locator('button:has(svg.tabler-icon-send)').click()
    const link = page.locator('input[readonly]')
    await page.locator('summary').click()
    await link.waitFor()
    await inEachLanguage(page)

    await page.goto(new URL(new URL(await link.inputValue()).pathname, proxy.url).href)
    await page.locator('ol img').nth(1).waitFor()
    await inEachLanguage(page)
    expect(complaints).toEqual([])
  })

  it('mirror the pages for right-to-left scripts', async () => {
    const { page } = await visit({ locale: 'ar' })
    const select = await page.locator('header select').boundingBox()
    const wordmark = await page.locator('.wordmark').boundingBox()
    expect(select?.x).toBeLessThan(wordmark?.x ?? 0)
    expect(await accessibilityFindings(page)).toEqual([])
  })

  it.each(['ar', 'fa'])('show file names that begin with digits in their own order: %s', async (locale) => {
    const { page } = await visit({ locale })
    const [first, second] = photos as [ChosenFile, ChosenFile]
    await choose(page, [{ ...first, name: '20260101_1.jpg' }, second, file('20260101_2.txt', Buffer.from('text'))])
    await page.locator('#rejected-files').waitFor()
    await page.locator('ol [data-photo] > button').first().click()
    await page.locator('button:has(svg.tabler-icon-trash)').click()
    await page.locator('[role=status] button').waitFor()
    const places = await page.evaluate<number[][]>(placesOf(['20260101_2.txt', '20260101_1.jpg']))
    expect(places).toHaveLength(3)
    for (const place of places) expect(place.toSorted((a, b) => a - b)).toEqual(place)
  })

  it('are limited to those that the operator offers', async () => {
    await using other = await startApp({ env: { LANGUAGES: 'nl,de' } })
    const context = await browser.newContext({ ...withoutWorker, locale: 'fr-FR' })
    contexts.push(context)
    const page = await context.newPage()
    await page.goto(other.url)
    await page.locator('html[lang=de] header select').waitFor()
    expect(await page.locator('header select option').allTextContents()).toEqual(['Deutsch', 'Nederlands'])
  })
})

describe("the operator's pages", () => {
  it.each(['de', 'ar'])('have the font, name and mark of the others, set or not: %s', async (locale) => {
    await using app = await startApp()
    await using browser = await launchBrowser()
    const json = { siteName: 'Kiel', imprint: { de: 'Anschrift', ar: 'Address' } }
    await ask(await loginAsAdmin(app), 'updateSettings', { json })
    const { page, complaints } = await newDevice(browser, { locale })
    for (const path of ['/imprint', '/privacy']) {
      await page.goto(app.url + path)
      await page.locator('header a', { hasText: 'Kiel' }).locator('svg').waitFor()
      await page.evaluate(fontsLoaded)
      const font = await page.evaluate('getComputedStyle(document.querySelector("header a")).fontFamily')
      expect(font, path).toContain('Nunito Sans Variable')
      expect(await page.evaluate('[...document.fonts].some(({ status }) => status === "loaded")'), path).toBe(true)
      expect(await page.evaluate(scrollsSideways), path).toBe(false)
    }
    expect(complaints).toEqual([])
  })
})
