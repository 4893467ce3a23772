import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { ask, send } from '#tests/support/ask.ts'
import { ownGroup } from '#tests/support/manage.ts'
import { accessibilityFindings, newDevice } from '#tests/support/pages/device.ts'
import { launchBrowser } from '#tests/support/servers/browser.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

let browser: Browser
let app: TestApp
beforeAll(async () => {
  ;[browser, app] = await Promise.all([launchBrowser(), startApp()])
})
afterAll(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

const words = {
  en: {
    footer: 'Remove a photo of me',
    code: 'Photo code',
    send: 'Ask for removal',
    sent: 'Your request has arrived',
    open: /haven’t decided/,
    done: /no longer shown/,
  },
  de: {
    footer: 'Foto von mir entfernen',
    code: 'Foto-Code',
    send: 'Anfrage senden',
    sent: 'Deine Anfrage ist angekommen',
    open: /noch nicht entschieden/,
    done: /nicht mehr zu sehen/,
  },
  ar: {
    footer: 'إزالة صورة لي',
    code: 'رمز الصورة',
    send: 'اطلب الإزالة',
    sent: 'وصل طلبك',
    open: /لم نقرر بعد/,
    done: /لم تعد الصورة/,
  },
} as const

describe('a stranger in a photo', { timeout: 90_000 }, () => {
  it('hides it from the upload page in at most six taps and sees the decision, on phone and desktop, in three languages', async () => {
    // One address hides at most a fifth of what is shown (D94).
    const { groupId } = await ownGroup(app, { images: 12 })
    const { images } = (await send(app, 'getGroup', { params: { groupId } })).body
    const admin = await loginAsAdmin(app)
    const screen = await newDevice(browser, { width: 1280 })
    await screen.page.goto(`${app.url}/slideshow?autostart&seconds=60`)
    await screen.page.getByText('In this photo?').waitFor()

    const strangers = [
      ['en', 390],
      ['ar', 390],
      ['de', 1280],
    ] as const
    for (const [index, [language, width]] of strangers.entries()) {
      const code = images[index]?.code ?? ''
      const shown = screen.page.getByText(code, { exact: false })
      await expect
        .poll(async () => (await shown.count()) > 0 || screen.page.keyboard.press('ArrowRight'), { timeout: 20_000 })
        .toBe(true)

      const { context, page } = await newDevice(browser, { width })
      let taps = 0
      await page.exposeFunction('countTap', () => void taps++)
      await page.addInitScript("document.addEventListener('pointerdown', () => countTap(), true)")
      await page.addInitScript((chosen) => localStorage.setItem('werkschau-language', chosen), language)
      const { footer, code: field, send: button, sent, open, done } = words[language]
      await page.goto(app.url)
      await page.getByRole('link', { name: footer }).click()
      await page.getByRole('textbox', { name: field }).click()
      await page.keyboard.type(code.toLowerCase().replace('-', ''))
      expect(await accessibilityFindings(page)).toEqual([])
      await page.getByRole('button', { name: button }).click()
      await page.getByRole('heading', { name: sent }).waitFor()
      expect(taps).toBeGreaterThan(0)
      expect(taps).toBeLessThanOrEqual(6)
      await expect.poll(() => shown.count(), { timeout: 10_000 }).toBe(0)

      const status = page.locator('main a[href*="/removal-requests/"]')
      await status.first().click()
      await page.getByRole('status').getByText(open).waitFor()
      const [request] = (await ask(admin, 'listRemovalRequests', { query: { status: 'open' } })).requests
      const params = { requestId: request?.requestId ?? '' }
      await ask(admin, 'decideRemovalRequest', { params, json: { decision: 'remove', note: 'Sorry!' } })
      await page.reload()
      await page.getByText(done).waitFor()
      await page.getByText('Sorry!').waitFor()
      await context.close()
    }
    await screen.context.close()
  })

  it('is not told that a photo without a code is hidden', async () => {
    const { context, page } = await newDevice(browser, { width: 390 })
    await page.goto(`${app.url}/removal-requests`)
    await page.getByRole('textbox', { name: 'Anything else?' }).fill('The red chair, with my daughter')
    await page.getByRole('button', { name: words.en.send }).click()
    await page.getByRole('heading', { name: words.en.sent }).waitFor()
    await page.getByText(words.en.open).waitFor()
    expect(await page.getByText('it is hidden now').count()).toBe(0)
    await page.reload()
    await page.getByText(words.en.open).waitFor()
    // Also on a phone in four days.
    await page.clock.setSystemTime(Date.now() + 4 * 86_400_000)
    await page.reload()
    await page.getByText('Sorry, we haven’t decided yet. We meant to by').waitFor()
    await context.close()
  })

  it('is led to the field that is missing, and asks once with two taps', async () => {
    const { context, page } = await newDevice(browser, { width: 320, height: 480 })
    await page.goto(`${app.url}/removal-requests`)
    const button = page.getByRole('button', { name: words.en.send })
    await button.focus()
    await page.keyboard.press('Enter')
    await page.locator('#photo-code:focus').waitFor()
    await page.getByRole('textbox', { name: 'Anything else?' }).fill('The green chair')
    const requests = async () => (await ask(await loginAsAdmin(app), 'listRemovalRequests')).total
    const before = await requests()
    await button.dblclick()
    await page.getByRole('heading', { name: words.en.sent }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await requests()).toBe(before + 1)
    await context.close()
  })

  it('is asked to check a mistyped code, and corrects it in place', async () => {
    // One address hides only some photos of a service.
    await using own = await startApp()
    const { groupId } = await ownGroup(own, { images: 12 })
    const code = (await send(own, 'getGroup', { params: { groupId } })).body.images[0]?.code ?? ''
    const { context, page } = await newDevice(browser, { width: 390 })
    await page.goto(`${own.url}/removal-requests`)
    await page.getByRole('textbox', { name: words.en.code }).fill('ZZ-9')
    await page.getByRole('button', { name: words.en.send }).click()
    await page.getByRole('heading', { name: words.en.sent }).waitFor()
    await page.getByText('Still on the screen? Check the code: ZZ-9').waitFor()
    await page.getByRole('button', { name: 'Save the link' }).waitFor()
    await page.getByText('QR code, email, print').click()
    await page.getByRole('img', { name: 'QR code of the link' }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await page.getByRole('textbox', { name: words.en.code }).fill(code)
    await context.setOffline(true)
    await page.getByRole('button', { name: words.en.send }).click()
    await page.getByText('The server can’t be reached right now.').waitFor()
    expect(await page.locator('main a[href*="/removal-requests/"]').count()).toBe(1)
    await context.setOffline(false)
    await page.getByRole('button', { name: words.en.send }).click()
    await page.getByText(`Check the code: ${code}`).waitFor()
    await expect.poll(async () => (await send(own, 'getGroup', { params: { groupId } })).body.images.length).toBe(11)
    await context.close()
  })
})
