import type { Browser, Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { present } from '#tests/support/at-least.ts'
import { ownGroup } from '#tests/support/manage.ts'
import { newDevice, scrollsSideways } from '#tests/support/pages/device.ts'
import { askToDelete, inLarge } from '#tests/support/pages/management-page.ts'
import { fontsLoaded, onPhones } from '#tests/support/pages/reflow.ts'
import { launchBrowser } from '#tests/support/servers/browser.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { thorough } from './states/variants.ts'

let browser: Browser
let app: TestApp
beforeAll(async () => {
  ;[browser, app] = await Promise.all([launchBrowser(), startApp({ env: { MANAGEMENT_RATE_LIMIT: '1000' } })])
})
afterAll(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

/** Whether the dialog lies over the page, within the screen and in its middle. Runs in the page. */
const placeOfDialog = `(() => {
  const box = document.querySelector('[role=dialog]').getBoundingClientRect()
  const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
  return {
    inScreen: box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth,
    inTheMiddle: middle?.closest('[role=dialog]') !== null,
    pageBehind: document.elementFromPoint(2, 2)?.closest('header, main') === null,
  }
})()`
const whereOneLooks = { inScreen: true, inTheMiddle: true, pageBehind: true }

const isInScreen = async (one: Locator) => {
  const { y = -1, height = 0 } = (await one.boundingBox()) ?? {}
  return y >= 0 && y + height <= 844
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

type Open = (page: Page) => Promise<void>
const uploads: Open = (page) => press(page, 'Your photos')
const ofManagement: readonly Open[] = [
  uploads,
  (page) => askToDelete(page, 1),
  (page) => press(page, /^Enlarge photo 2/),
  (page) => press(page, 'Delete everything …'),
  (page) => press(page, 'Get a new link …'),
]
const dialogs: readonly (readonly [string, string, readonly Open[]])[] = [
  ['the photos of this device, on the upload page', '/', [uploads]],
  ['the photos of this device, on the page for removal requests', '/removal-requests', [uploads]],
  ['the photos of this device, on a page that does not exist', '/nowhere', [uploads]],
  ['on the management page: those photos, a large one, what deletes and what gets a new link', '/manage', ofManagement],
]

describe.each(thorough ? [390, 1440] : [390])('at %d pixels, a dialog opens where one looks', (width) => {
  it.each(dialogs)('%s', async (_, path, all) => {
    const { token } = await ownGroup(app, { images: 2 })
    const { context, page } = await newDevice(browser, { width })
    const mine = [{ token, imageCount: 2, uploadDate: '2026-01-01T10:00:00.000Z', title: 'Boat' }]
    await page.addInitScript((kept) => localStorage.setItem('werkschau-uploads', kept), JSON.stringify(mine))
    await page.goto(app.url + (path === '/manage' ? `/manage/${token}` : path))
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const open of all) {
      await page.evaluate('scrollTo(0, 0)')
      await open(page)
      await page.getByRole('dialog').waitFor()
      await expect.poll(() => page.evaluate(placeOfDialog)).toEqual(whereOneLooks)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await expect.poll(() => page.evaluate('document.activeElement.textContent')).not.toBe('Skip to content')
    }
    await context.close()
  })
})

describe('the dialog that redacts', () => {
  it('takes no boxes that would be lost while it saves, and takes them again when that fails', async () => {
    const { token } = await ownGroup(app, { images: 2 })
    const { context, page } = await newDevice(browser)
    const asked = Promise.withResolvers<Route>()
    await page.route('**/redactions', asked.resolve)
    await page.goto(`${app.url}/manage/${token}`)
    await inLarge(page, 2, 'Make unrecognisable')
    await press(page, 'Add a box')
    const dialog = page.getByRole('dialog', { name: 'Make parts unrecognisable' })
    const boxes = dialog.locator('[data-region]')
    const draw = async () => {
      const { x, y } = present(await dialog.locator('img').boundingBox())
      await page.mouse.click(x + 10, y + 10)
    }
    await dialog.getByRole('button', { name: 'Make unrecognisable', exact: true }).click()
    const request = await asked.promise
    await draw()
    await page.waitForTimeout(200)
    expect(await boxes.count()).toBe(1)
    await request.abort()
    await dialog.getByRole('button', { name: 'Add a box' }).click()
    await expect.poll(() => boxes.count()).toBe(2)
    await draw()
    await expect.poll(() => boxes.count()).toBe(3)
    await context.close()
  })
})

describe('the page after a photo was redacted', () => {
  it('stays where it was, with the focus on the button that opened the dialog', async () => {
    const { token } = await ownGroup(app, { images: 2 })
    const { context, page } = await newDevice(browser)
    await page.goto(`${app.url}/manage/${token}`)
    await inLarge(page, 2, 'Make unrecognisable')
    await press(page, 'Add a box')
    const warning = page.getByText('This can’t be undone')
    expect(await isInScreen(warning)).toBe(true)
    const question = page.getByRole('dialog', { name: 'Make parts unrecognisable' })
    await question.getByRole('button', { name: 'Make unrecognisable', exact: true }).click()
    await question.waitFor({ state: 'detached' })
    const focused = page.locator(':focus')
    await expect.poll(() => focused.textContent()).toBe('Make unrecognisable')
    expect(await isInScreen(focused)).toBe(true)
    await context.close()
  })
})

describe('the facts of a group', () => {
  it.each([
    ['ar', '2024'],
    ['fa', '۲۰۲۴'],
  ])('in %s run from right to left, with one kind of digits: %s', async (language, year) => {
    const { token } = await ownGroup(app, { images: 2, parts: { metadata: { name: 'Mira', year: 2024 } } })
    const { context, page } = await newDevice(browser, { locale: language === 'ar' ? 'ar-EG' : 'fa-IR' })
    await page.goto(`${app.url}/manage/${token}`)
    const facts = page.locator('main header p', { has: page.locator('bdi') })
    await facts.waitFor()
    const rights = await facts.locator('bdi').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
    expect(rights[0]).toBeGreaterThan(rights[1] ?? 0)
    const text = (await facts.textContent()) ?? ''
    expect(text).toContain(year)
    expect(text.replace(/\D/g, '')).toMatch(language === 'ar' ? /^\d+$/ : /^$/)
    expect(/[٠-٩]/.test(text)).toBe(false)
    await context.close()
  })
})

describe('the head of the pages', () => {
  it('fits in one row of a phone in every script; with large letters, the name stays in one piece', async () => {
    const { context, page } = await newDevice(browser)
    const mine = [{ token: 'x', imageCount: 2, uploadDate: '2026-01-01T10:00:00.000Z', title: 'Boot' }]
    await page.addInitScript((kept) => localStorage.setItem('werkschau-uploads', kept), JSON.stringify(mine))
    await page.goto(app.url)
    for (const [language, title] of [
      ['en', 'Your photos'],
      ['ar', 'صورك'],
      ['tr', 'Fotoğrafların'],
      ['de', 'Deine Fotos'],
    ] as const) {
      await page.getByRole('combobox').selectOption(language)
      await page.locator(`html[lang=${language}]`).waitFor()
      const mineButton = page.getByRole('button', { name: title })
      await mineButton.waitFor()
      await page.evaluate(fontsLoaded)
      const boxes = [
        page.getByRole('banner').getByRole('link'),
        mineButton,
        page.getByRole('combobox'),
        page.getByRole('banner').getByRole('button').last(),
      ].map((one) => one.boundingBox())
      const middles = (await Promise.all(boxes)).map((box) => Math.round((box?.y ?? -1) + (box?.height ?? 0) / 2))
      expect(middles, language).toEqual(middles.map(() => middles[0]))
    }
    await expectNameInOnePiece(page)
    await context.close()
  })

  /** In German, and never a sideways scroll. */
  async function expectNameInOnePiece(page: Page): Promise<void> {
    await onPhones(page, async (look, font) => {
      expect(await page.evaluate(scrollsSideways), look).toBe(false)
      const name = await page.getByRole('banner').getByRole('link').boundingBox()
      expect(name?.height, look).toBeLessThan(2.4 * 1.125 * font + 10)
    })
  }
})
