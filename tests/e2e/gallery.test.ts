import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { galleryOf, hangOnWeb, openGallery, photosOf } from '#tests/support/gallery.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { type Device, newDevice } from '#tests/support/pages/device.ts'
import { twiceAsLarge } from '#tests/support/pages/reflow.ts'
import { swipe } from '#tests/support/pages/swipe.ts'
import { isChromium, launchBrowser } from '#tests/support/servers/browser.ts'
import { sharedPlaces, startReplicas } from '#tests/support/servers/replicas.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const [place] = await sharedPlaces()
const statusesOf = (app: TestApp, paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => (await app.fetch(path)).status))

describe.skipIf(place === undefined)('a photo on the web', () => {
  it('is there from the approval to the withdrawal, which ends each of its addresses on every replica', async () => {
    if (place === undefined) return
    await using replicas = await startReplicas(place)
    const { first, second } = replicas
    const admin = await loginAsAdmin(first)
    await openGallery(admin)
    await expect.poll(async () => (await second.fetch('/api/gallery/main')).status).toBe(200)
    const { page: visitor, context, complaints } = await newDevice(browser)
    const link = await send(visitor, first)
    const { page: grandparents, context: elsewhere } = await newDevice(browser)
    await grandparents.goto(`${second.url}/gallery`)
    await grandparents.getByText('There are no photos here yet.').waitFor()

    await approve(first, admin.cookie)
    await grandparents.reload()
    await grandparents.getByText('1 photo', { exact: true }).waitFor()
    await expect
      .poll(() => grandparents.evaluate<number>(`document.querySelector('a.photo img').naturalWidth`))
      .toBeGreaterThan(0)
    const [{ groupId } = { groupId: '' }] = (await galleryOf(first)).groups
    const paths = await photosOf(first, groupId)
    expect(await statusesOf(second, paths)).toEqual([200, 200, 200])
    await grandparents.locator('a.photo').click()
    await grandparents.getByRole('dialog').waitFor()

    await visitor.goto(first.url + link)
    await visitor.getByRole('switch', { name: 'Our website' }).click()
    await visitor.getByText('Your photos disappear from there at once.').waitFor()
    await visitor.getByRole('button', { name: 'Withdraw' }).click()
    await expect.poll(() => statusesOf(second, paths), { timeout: 1_000, interval: 100 }).toEqual([404, 404, 404])
    expect(await statusesOf(first, paths)).toEqual([404, 404, 404])
    // Also where it is open large.
    await grandparents.getByText('There are no photos here yet.').waitFor()
    expect(complaints).toEqual([])
    await Promise.all([context.close(), elsewhere.close()])
  }, 60_000)
})

/** Returns the path of the management page. */
async function send(page: Page, app: TestApp): Promise<string> {
  await page.goto(app.url)
  const photo = { name: 'nest.jpg', mimeType: 'image/jpeg', buffer: await makeImage() }
  await page.locator('input[type=file][multiple]').first().setInputFiles([photo])
  await page.locator('ol img').first().waitFor()
  await page.locator('#consent-workshop').check()
  await page.getByRole('checkbox', { name: 'Our website' }).check()
  await page.locator('button:has(.tabler-icon-send)').click()
  await page.getByRole('heading', { name: /^Thank you/ }).waitFor()
  return (await page.locator('a[href*="/manage/"]').first().getAttribute('href')) ?? ''
}

async function approve(app: TestApp, cookie: string): Promise<void> {
  const { page, context } = await newDevice(browser, { width: 1_280 })
  await context.addCookies([{ name: 'sid', value: cookie.replace('sid=', ''), url: app.url }])
  await page.goto(`${app.url}/admin/moderation`)
  await page.getByRole('button', { name: 'Approve', exact: true }).first().click()
  await expect.poll(async () => (await galleryOf(app)).totalCount).toBe(1)
  await context.close()
}

describe('the page of a gallery', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
    const admin = await loginAsAdmin(app)
    await openGallery(admin)
    await ask(admin, 'updateSettings', { json: { embedOrigins: ['https://school.example'] } })
    const bytes = await makeImage({ width: 1_200, height: 900 })
    const files = ['a', 'b', 'c'].map((name) => ({ name: `${name}.jpg`, bytes }))
    const descriptions = files.map(({ name }) => ({ fileName: name, description: `Photo ${name[0]}` }))
    await hangOnWeb(app, { files, parts: { metadata: { title: 'Nests' }, descriptions } })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  async function visit(path = '/gallery'): Promise<Device> {
    const device = await newDevice(browser)
    await device.page.goto(app.url + path)
    return device
  }
  const dialog = (page: Page) => page.getByRole('dialog')

  it('weighs less than 150 kB without its photos', async () => {
    const { page, context } = await visit()
    const sizes: [string, number][] = await page.evaluate(`performance.getEntries()
      .filter(({ entryType, name }) => /navigation|resource/.test(entryType) && !/gallery.files|favicon/.test(name))
      .map(({ name, transferSize }) => [name, transferSize])`)
    expect(sizes.map(([name]) => new URL(name).pathname)).toEqual([
      '/gallery',
      expect.stringMatching(/^\/assets\/web-gallery-/),
    ])
    expect(sizes.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(150_000)
    await context.close()
  })

  it('shows its photos large by keys, and gives the focus and the page back', async () => {
    const { page, context, complaints } = await visit()
    await page.locator('a.photo').first().focus()
    await page.keyboard.press('Enter')
    await dialog(page).getByText('Photo a').waitFor()
    await page.keyboard.press('ArrowRight')
    await dialog(page).getByText('Photo b').waitFor()
    await page.keyboard.press('End')
    await dialog(page).getByText('3 / 3').waitFor()
    expect(await dialog(page).getByRole('button').allInnerTexts()).toEqual(['‹', '×'])
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    const hasFocus = 'document.activeElement === document.querySelectorAll("a.photo")[2]'
    await expect.poll(() => page.evaluate(hasFocus)).toBe(true)
    await page.locator('a.photo').nth(1).click()
    await dialog(page).getByText('Photo b').waitFor()
    await page.goBack()
    await dialog(page).waitFor({ state: 'hidden' })
    expect(new URL(page.url()).pathname).toBe('/gallery')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('no longer has a photo whose removal somebody asked for, when they come back', async () => {
    const { groupId } = await hangOnWeb(app, { parts: { metadata: { title: 'Gone soon' } } })
    const { page, context } = await visit()
    const heading = page.getByRole('heading', { name: 'Gone soon' })
    const section = page.locator('section', { has: heading })
    const code = section.locator('.code')
    await code.click()
    await page.waitForURL(/removal-requests/)
    // On a slow network the pages' own form takes ten seconds.
    expect(await page.evaluate(`performance.getEntriesByType('resource').map(({ name }) => name)`)).toEqual([])
    await page.getByLabel('Why?').selectOption('my_child')
    await page.getByRole('button', { name: 'Ask for removal' }).click()
    await page.getByRole('heading', { name: 'Your request has arrived' }).waitFor()
    await page.goBack()
    await page.goBack()
    await page.getByRole('heading', { name: 'Nests' }).waitFor()
    await expect.poll(() => heading.count()).toBe(0)
    expect((await galleryOf(app)).groups.some((each) => each.groupId === groupId)).toBe(false)
    await context.close()
  })

  it('shows the small photo until the large one has arrived', async () => {
    const { page, context } = await newDevice(browser, { width: 1_280 })
    await page.route(/-1600\.jpg$/, () => undefined)
    await page.goto(`${app.url}/gallery`)
    await page.evaluate(`document.querySelector('a.photo img').decode()`)
    await page.locator('a.photo').first().click()
    const behind = await page.evaluate(`getComputedStyle(document.querySelector('dialog img')).backgroundImage`)
    expect(behind).toMatch(/-800\.jpg"\)$/)
    await context.close()
  })

  it('keeps a title in another direction above its photos, and a long caption below the large one', async () => {
    const title = 'كرسي من خشب'
    const bytes = await makeImage({ width: 300, height: 200 })
    const descriptions = [{ fileName: 'a.jpg', description: 'handgezogen '.repeat(16) }]
    await hangOnWeb(app, { files: [{ name: 'a.jpg', bytes }], parts: { metadata: { title }, descriptions } })
    const { page, context } = await newDevice(browser, { width: 1_440 })
    await page.goto(`${app.url}/gallery`)
    const aligned = "[...document.querySelectorAll('h2')].map((each) => getComputedStyle(each).textAlign)"
    expect(new Set(await page.evaluate<string[]>(aligned))).toEqual(new Set(['left']))
    await page.goto(`${app.url}/gallery?language=ar`)
    expect(new Set(await page.evaluate<string[]>(aligned))).toEqual(new Set(['right']))
    await page.setViewportSize({ width: 320, height: 568 })
    await page.evaluate(twiceAsLarge)
    await page.getByText('handgezogen').locator('xpath=../..').locator('a.photo').click()
    const boxOf = async (selector: string) => {
      const { y = 0, height = 0 } = (await dialog(page).locator(selector).boundingBox()) ?? {}
      return { y, end: y + height }
    }
    const [image, button, caption] = [await boxOf('img'), await boxOf('[data-go=back]'), await boxOf('img + p')]
    expect(image.end).toBeGreaterThan(200)
    expect(button.end).toBeLessThan(image.end)
    expect(caption).toEqual({ y: image.end, end: 568 })
    await context.close()
  })

  it.runIf(isChromium)('turns to the next photo under a finger', async () => {
    const { page, context } = await visit()
    await page.locator('a.photo').first().click()
    await swipe(dialog(page).locator('img'), -200)
    await dialog(page).getByText('Photo b').waitFor()
    await swipe(dialog(page).locator('img'), 200)
    await dialog(page).getByText('Photo a').waitFor()
    await context.close()
  })

  // Debian's Firefox cannot be told to run no scripts.
  it.runIf(isChromium)('shows everything without scripts, and a photo as a file', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${app.url}/gallery`)
    await page.getByRole('heading', { name: 'Nests' }).waitFor()
    expect(await dialog(page).count()).toBe(0)
    await page.getByRole('link', { name: 'Photo c' }).click()
    await page.waitForURL(/\/gallery\/files\/[\w-]+-1600\.jpg$/)
    await context.close()
  })

  it.runIf(isChromium)('lets people ask for a removal without scripts, and tells them the decision', async () => {
    const { groupId } = await hangOnWeb(app, { parts: { metadata: { title: 'Without scripts' } } })
    const context = await browser.newContext({ javaScriptEnabled: false, locale: 'de-DE' })
    const page = await context.newPage()
    await page.goto(`${app.url}/gallery`)
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'Without scripts' }) })
    const code = (await section.locator('.code').textContent()) ?? ''
    await section.locator('.code').click()
    const field = page.getByLabel('Foto-Code')
    expect(await field.inputValue()).toBe(code)
    await field.fill('')
    await page.getByLabel('Warum?').selectOption('my_child')
    await page.getByLabel('Wie erreichen wir dich?').fill('ada@example.org')
    await page.getByRole('button', { name: 'Anfrage senden' }).click()
    await page.getByRole('alert').getByText('Gib den Code ein').waitFor()
    expect(await page.getByLabel('Wie erreichen wir dich?').inputValue()).toBe('ada@example.org')
    expect(await page.getByLabel('Warum?').inputValue()).toBe('my_child')
    await field.fill(code)
    await page.getByRole('button', { name: 'Anfrage senden' }).click()
    await page.getByRole('heading', { name: 'Deine Anfrage ist angekommen' }).waitFor()
    expect((await galleryOf(app)).groups.some((each) => each.groupId === groupId)).toBe(false)
    const [, requestId = ''] = /([0-9a-f-]{36})\/plain-form/.exec(page.url()) ?? []
    const json = { decision: 'show_again', note: 'Nur die Hobelbank.' }
    await ask(await loginAsAdmin(app), 'decideRemovalRequest', { params: { requestId }, json })
    await page.goto(`${app.url}/removal-requests/${requestId}`)
    await page.getByText('zeigen es weiter').waitFor()
    await page.getByText(json.note).waitFor()
    await context.close()
  })

  it.runIf(isChromium)('is printed dark on white, with its address, also where the screen is dark', async () => {
    const { page, context } = await visit()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.getByText(`${app.url}/gallery`).waitFor()
    const coloursOf = (selector: string) =>
      page.evaluate(
        `(({ color, backgroundColor }) => [color, backgroundColor])(getComputedStyle(document.querySelector('${selector}')))`,
      )
    expect(await coloursOf('body')).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
    expect(await coloursOf('.soft')).toEqual(['rgb(68, 68, 68)', 'rgba(0, 0, 0, 0)'])
    await context.close()
  })

  it.runIf(isChromium)('is shown in a frame by the web site of the settings, and by no other', async () => {
    const { page, context } = await newDevice(browser)
    await page.route(/^https:\/\/(school|other)\.example\/$/, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${app.url}/gallery/main/embed"></iframe>` }),
    )
    const framed = async (site: string) => {
      const answered = page.waitForResponse(`${app.url}/gallery/main/embed`)
      await page.goto(site)
      await answered
      return page.frameLocator('iframe').getByRole('heading', { name: 'Nests' })
    }
    await (await framed('https://school.example/')).waitFor()
    const refused = await framed('https://other.example/')
    expect(await refused.count()).toBe(0)
    await context.close()
  })
})
