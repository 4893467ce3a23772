import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { adminCredentials, loginAsAdmin } from '#tests/support/admin.ts'
import { scenes } from '#tests/support/images/scenes.ts'
import { isPublic } from '#tests/support/manage.ts'
import { type Device, newDevice } from '#tests/support/pages/device.ts'
import { captionPhoto, openLarge, unfoldTexts } from '#tests/support/pages/draft.ts'
import { wordsOf } from '#tests/support/pages/words.ts'
import { isChromium, launchBrowser } from '#tests/support/servers/browser.ts'
import { type FlakyProxy, startFrailProxy } from '#tests/support/servers/proxies/flaky-proxy.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { nameOf, type PageVariant, thorough, variantsOr } from './states/variants.ts'

let browser: Browser
let app: TestApp
let proxy: FlakyProxy
let photos: { name: string; mimeType: string; buffer: Buffer }[]
const devices: Device[] = []

beforeAll(async () => {
  ;[browser, app] = await Promise.all([launchBrowser(), startApp({ env: { MANAGEMENT_RATE_LIMIT: '1000' } })])
  proxy = await startFrailProxy(app.url)
  await loginAsAdmin(app)
  photos = (await scenes()).slice(0, 5).map(({ name, bytes }) => ({ name, mimeType: 'image/jpeg', buffer: bytes }))
})
afterEach(async () => {
  await Promise.all(devices.splice(0).map(({ context }) => context.close()))
})
afterAll(async () => {
  await browser.close()
  await proxy[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const open = async ({ width, colorScheme, locale: language }: PageVariant, url: string): Promise<Device> => {
  const locale = language === 'de' ? 'de-DE' : 'en-GB'
  const device = await newDevice(browser, { width, colorScheme, locale })
  devices.push(device)
  await device.page.goto(url)
  return device
}

/** Chromium's network with this many bytes per second. */
async function throttle(context: BrowserContext, page: Page) {
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  const speed = { offline: false, latency: 40, downloadThroughput: 200_000 }
  return (uploadThroughput: number) => network.send('Network.emulateNetworkConditions', { ...speed, uploadThroughput })
}

const keep = (page: Page, name: string, variant: PageVariant) =>
  thorough && page.screenshot({ path: `screenshots/journey-${name}-${nameOf(variant)}.png` })

describe.each(variantsOr('390-light-de').map((variant) => [nameOf(variant), variant] as const))(
  'a journey, %s',
  (_, variant) => {
    const { all, manage, admin } = wordsOf(variant.locale)
    const title = `Ein Hocker aus Resten, ${nameOf(variant)}`

    it('from a phone to the screen: five photos, a broken network, an edit, an approval', {
      timeout: 90_000,
    }, async () => {
      const link = await send()
      const groupId = await edit(link)
      await approve(groupId)
      await show(link, groupId)
    })

    /** Over a slow network that breaks once. */
    async function send(): Promise<string> {
      const { page, context, complaints } = await open(variant, proxy.url)
      await page.locator('input[type=file][multiple]').first().setInputFiles(photos)
      await captionPhoto(page, 1, 'Vor dem Ölen')
      await openLarge(page, 5)
      await page.getByRole('button', { name: all('photos.earlier', { n: 5 }), exact: true }).click()
      await page.keyboard.press('Escape')
      await unfoldTexts(page)
      await page.getByLabel(all('texts.title'), { exact: true }).fill(title)
      await page.getByLabel(all('texts.name')).fill('Mira')
      await page.getByLabel(all('texts.description'), { exact: true }).fill('Esche und Eiche')
      await page.getByRole('checkbox', { name: all('consents.workshop') }).check()
      await page.getByRole('checkbox', { name: all('consents.platform', { name: 'Instagram' }) }).check()
      await keep(page, '1-draft', variant)

      const bytes = photos.reduce((sum, { buffer }) => sum + buffer.length, 0)
      const slowDown = isChromium ? await throttle(context, page) : async () => undefined
      await slowDown(bytes / 3)
      const broken = proxy.broken()
      proxy.breakAfter(bytes / 2)
      const seen = Promise.all([
        isChromium && page.getByText(/^[1-9]\d?\s?%$/).waitFor(),
        page.getByRole('heading', { name: all('sending.waiting') }).waitFor(),
      ])
      await page.getByRole('button', { name: all('send.button', { count: 5 }) }).click()
      await seen
      await keep(page, '2-broken', variant)
      proxy.restore()
      await slowDown(bytes * 2)
      await page.getByRole('heading', { name: all('done.thanks', { name: 'Mira' }) }).waitFor({ timeout: 40_000 })
      expect(proxy.broken()).toBeGreaterThan(broken)
      await page.getByText(all('done.next', { count: 7 })).waitFor()
      await keep(page, '3-received', variant)
      expect(complaints).toEqual([])
      return page.getByLabel(all('done.linkLabel')).inputValue()
    }

    /** By the link, on the same device. */
    async function edit(link: string): Promise<string> {
      const { database } = app.app.deps
      const group = await database.groups.findByToken(link.replace(/.*\//, ''))
      const groupId = String(group?.groupId)
      const stored = await database.images.ofGroup(groupId)
      expect(group).toMatchObject({ title, name: 'Mira', description: 'Esche und Eiche', isApproved: false })
      const order = [photos[0], photos[1], photos[2], photos[4], photos[3]].map((photo) => photo?.name)
      expect(stored.map(({ originalName }) => originalName)).toEqual(order)
      expect(stored[0]?.imageDescription).toBe('Vor dem Ölen')
      expect(await database.consents.ofGroup(groupId)).toMatchObject([{ platformName: 'instagram', consented: true }])

      const { page, complaints } = await open(variant, link)
      await page.getByText(manage('state.awaiting'), { exact: true }).waitFor()
      await captionPhoto(page, 2, 'Die Lampe daneben')
      await page.getByRole('button', { name: manage('save.save') }).click()
      await expect
        .poll(async () => (await database.images.ofGroup(groupId))[1]?.imageDescription)
        .toBe('Die Lampe daneben')
      await page.getByLabel(all('texts.name')).fill('Mira und Ben')
      await page.getByRole('button', { name: manage('save.save') }).click()
      await expect.poll(async () => (await database.groups.find(groupId))?.name).toBe('Mira und Ben')
      await keep(page, '4-edited', variant)
      expect(complaints).toEqual([])
      return groupId
    }

    /** By keyboard alone, from the login on. */
    async function approve(groupId: string): Promise<void> {
      const { page, complaints } = await open(variant, `${app.url}/admin/moderation?q=${groupId}`)
      await page.getByLabel(admin('account.username')).focus()
      await page.keyboard.type(adminCredentials.username)
      await page.keyboard.press('Tab')
      await page.keyboard.type(adminCredentials.password)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: title }).waitFor()
      await page.keyboard.press('j')
      await keep(page, '5-queue', variant)
      expect(await isPublic(app, groupId)).toBe(false)
      await page.keyboard.press('a')
      await expect.poll(() => isPublic(app, groupId)).toBe(true)
      await page.getByText(admin('moderation.did.approve', { count: 1 })).waitFor()
      await keep(page, '6-approved', variant)
      expect(complaints).toEqual([])
    }

    /** On the screen, until the consent is withdrawn; tests/e2e/slideshow/slideshow.test.ts stops the server, too. */
    async function show(link: string, groupId: string): Promise<void> {
      const { page } = await open(variant, `${app.url}/slideshow?autostart&seconds=3`)
      await page.getByRole('heading', { level: 2, name: title }).waitFor({ timeout: 40_000 })
      await keep(page, '7-slideshow', variant)
      const holder = await open(variant, link)
      await holder.page.getByRole('switch', { name: manage('consents.workshop') }).press('Space')
      await holder.page.getByRole('button', { name: manage('consents.revoke') }).click()
      await expect.poll(() => isPublic(app, groupId)).toBe(false)
      await page.reload()
      await expect.poll(() => page.getByRole('heading', { level: 2, name: title }).count()).toBe(0)
    }
  },
)
