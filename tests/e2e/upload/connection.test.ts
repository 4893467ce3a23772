import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  app,
  before,
  choose,
  consent,
  management,
  open,
  photos,
  proxy,
  received,
  sendButton,
  sendingParts,
  storedDraft,
  storedGroup,
  uploadPageTests,
  visit,
} from '#tests/support/pages/upload-page.ts'
import { isChromium } from '#tests/support/servers/browser.ts'

describe('an upload over a connection that breaks', () => {
  uploadPageTests()

  /** A draft with so many photos, ready to be sent. */
  async function draft(page: Page, count: number): Promise<void> {
    await choose(page, photos.slice(0, count))
    await consent(page).check()
  }
  const connectionLost = (page: Page) => page.getByRole('heading', { name: 'Connection lost' }).waitFor()

  it('continues behind the page of a hotspot and after a reload, and sends no photo twice', async () => {
    const { page } = await visit()
    const finished: string[] = []
    page.on('requestfinished', (request) => {
      if (request.method() === 'PUT') finished.push(request.url().slice(-1))
    })
    await draft(page, 3)
    await expect.poll(() => page.evaluate(storedDraft)).toMatch(/^3 /)

    const hotspot = await hotspotPage(page)
    await sendButton(page).click()
    await connectionLost(page)
    const asked = hotspot.asked()
    await page.getByRole('button', { name: 'Try now' }).click()
    await expect.poll(hotspot.asked).toBeGreaterThan(asked)

    let isHeld = true
    // Removing the route would let them continue, and the reload would interrupt them after they arrived.
    await page.route(/\/files\/[12]$/, (route) => (isHeld ? undefined : route.continue()))
    await hotspot.logIn()
    await page.getByText('1 of 3 photos has arrived.').waitFor()
    isHeld = false
    page.on('dialog', (dialog) => dialog.accept())
    await page.reload()
    await received(page).waitFor()
    const { images } = await storedGroup()
    expect(images.map(({ originalName }) => originalName)).toEqual(photos.slice(0, 3).map(({ name }) => name))
    await expect.poll(() => finished.sort()).toEqual(['0', '1', '2'])
  })

  /** Answers requests with its own page until a login there. */
  async function hotspotPage(page: Page) {
    const url = '**/api/upload/submissions'
    const body = '<!doctype html><title>Log in</title>'
    let count = 0
    await page.route(url, (route) => {
      count += 1
      return route.fulfill({ status: 200, contentType: 'text/html', body })
    })
    return { asked: () => count, logIn: () => page.unroute(url) }
  }

  it('tells screen readers, too, that it waits for a limit', async () => {
    const { page } = await visit()
    await draft(page, 1)
    await page.route('**/files/0', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '60' }, json: { code: 'RATE_LIMITED', message: '' } }),
    )
    await sendButton(page).click()
    await page.getByRole('heading', { name: 'Too many requests' }).waitFor()
    await page.getByRole('status').getByText('Too many requests').waitFor()
  })

  it('becomes one group although the answer gets lost', async () => {
    const { page } = await visit()
    await draft(page, 2)
    proxy.loseAnswers()
    await sendButton(page).click()
    await connectionLost(page)
    expect((await storedGroup()).images).toHaveLength(2)
    // "Nothing was sent" would be wrong now.
    await expect.poll(() => page.getByRole('button', { name: 'Cancel' }).count()).toBe(0)
    proxy.restore()
    await received(page).waitFor()
    const { group, images } = await storedGroup()
    expect(images).toHaveLength(2)
    expect(await management(page)).toContain(group?.managementToken)
  })

  it('becomes one group, too, when the page is closed and the next one cancelled before it can know', async () => {
    const { context, page } = await visit()
    await draft(page, 1)
    await expect.poll(() => page.evaluate(storedDraft)).toMatch(/^1 /)
    proxy.loseAnswers()
    await sendButton(page).click()
    await connectionLost(page)
    const token = (await storedGroup()).group?.managementToken
    await page.close()
    proxy.restore()
    await context.route('**/submissions/*', (route) => route.abort())
    const next = await open(context)
    await connectionLost(next)
    await next.getByRole('button', { name: 'Cancel' }).click()
    await context.unroute('**/submissions/*')
    await consent(next).check()
    await sendButton(next).click()
    await received(next).waitFor()
    expect(await management(next)).toContain(token)
    await storedGroup()
  })

  it('has arrived in both of two tabs that send it', async () => {
    const { context, page } = await visit()
    await draft(page, 2)
    await expect.poll(() => page.evaluate(storedDraft)).toMatch(/^2 /)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/files/1', (route) => released.then(() => route.continue()))
    await sendButton(page).click()
    await page.getByText('1 of 2 photos has arrived.').waitFor()
    const other = await open(context)
    await received(other).waitFor()
    release()
    await received(page).waitFor()
    expect(await management(page)).toBe(await management(other))
    expect((await storedGroup()).images).toHaveLength(2)
  })

  it('does not send by itself what the visitor has gone back to', async () => {
    const { page } = await visit()
    await draft(page, 2)
    await expect.poll(() => page.evaluate(storedDraft)).toMatch(/^2 /)
    await page.route('**/files/1', (route) =>
      route.fulfill({ status: 507, json: { code: 'STORAGE_FULL', message: '' } }),
    )
    await sendButton(page).click()
    await page.getByRole('button', { name: 'Back to the draft' }).click()
    await consent(page).uncheck()
    await page.unroute('**/files/1')
    await page.reload()
    await page.getByText('Your earlier draft is back.').waitFor()
    await sendButton(page).waitFor()
    expect(await consent(page).isChecked()).toBe(false)
    expect((await app.app.deps.database.changes.since(before)).groupIds).toEqual([])
    await consent(page).check()
    await sendButton(page).click()
    await received(page).waitFor()
    expect((await storedGroup()).images).toHaveLength(2)
  })

  it.runIf(isChromium)(
    'keeps the draft when it is cancelled, waits while offline and continues by itself',
    async () => {
      const { context, page } = await visit()
      await draft(page, 2)
      const network = await context.newCDPSession(page)
      await network.send('Network.enable')
      const slow = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 50_000 }
      await network.send('Network.emulateNetworkConditions', slow)
      await sendButton(page).click()
      await dismissWarning(page)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByText('Cancelled. Nothing was sent, and your draft is still here.').waitFor()
      expect((await app.app.deps.database.changes.since(before)).groupIds).toEqual([])
      await network.send('Network.emulateNetworkConditions', { ...slow, latency: 0, uploadThroughput: -1 })

      await sendOnceOnline(context, page)
      expect((await storedGroup()).images).toHaveLength(2)
    },
  )

  it.skipIf(isChromium)('waits while the device is offline and continues by itself', async () => {
    const { context, page } = await visit()
    await draft(page, 1)
    // The parts shown while sending have loaded meanwhile.
    await expect.poll(() => page.evaluate(sendingParts)).toBe(2)
    await sendOnceOnline(context, page)
  })

  /** The page asks before it is closed. */
  async function dismissWarning(page: Page): Promise<void> {
    const warning = page.waitForEvent('dialog')
    void page.close({ runBeforeUnload: true })
    const dialog = await warning
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
  }

  async function sendOnceOnline(context: BrowserContext, page: Page): Promise<void> {
    await context.setOffline(true)
    await page.getByText('No connection. You can carry on').waitFor()
    await sendButton(page).click()
    await page.getByText('As soon as you’re back online, it goes on. Nothing is lost.').waitFor()
    await context.setOffline(false)
    await received(page).waitFor()
  }

  it('requests scripts, texts and parts of the page again', async () => {
    const refuse = (context: BrowserContext, part: string, times: number) =>
      context.route(new RegExp(`/assets/(${part})-`), (route) => route.abort(), { times })
    const { context, page } = await visit({
      async prepare(context) {
        await refuse(context, 'main', 1)
        await refuse(context, 'en', 2)
      },
    })
    await refuse(context, 'fr', 1)
    await refuse(context, 'draft-form|photo-gallery', 3)
    await page.locator('header select').selectOption('fr')
    await choose(page, photos.slice(0, 1))
    await page.locator('ol img').waitFor()
    await page.locator('html[lang=fr]').waitFor()
  })
})
