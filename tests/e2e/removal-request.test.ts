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
    footer: 'In a photo you’d like removed?',
    code: 'Code of the photo',
    send: 'Ask for removal',
    sent: 'Your request has arrived',
    open: /haven’t decided/,
    done: /no longer shown/,
  },
  de: {
    footer: 'Du bist auf einem Foto zu sehen und möchtest das nicht?',
    code: 'Code des Fotos',
    send: 'Um Entfernung bitten',
    sent: 'Deine Bitte ist angekommen',
    open: /noch nicht entschieden/,
    done: /nicht mehr zu sehen/,
  },
  ar: {
    footer: 'هل تظهر في صورة ولا تريد ذلك؟',
    code: 'رمز الصورة',
    send: 'اطلب الإزالة',
    sent: 'وصل طلبك',
    open: /لم نقرر بعد/,
    done: /لم تعد الصورة/,
  },
} as const

describe('a stranger in a photo', { timeout: 60_000 }, () => {
  it.each([
    ['en', 390],
    ['ar', 390],
    ['de', 1280],
  ] as const)(
    'hides it from the upload page in at most six taps and learns what was decided (%s, %i pixels)',
    async (language, width) => {
      const { groupId } = await ownGroup(app, { images: 2 })
      const screen = await newDevice(browser, { width: 1280 })
      await screen.page.goto(`${app.url}/slideshow?autostart&seconds=60`)
      const { images } = (await send(app, 'getGroup', { params: { groupId } })).body
      const code = images[0]?.code ?? ''
      await screen.page.getByRole('heading', { level: 2 }).waitFor()
      await screen.page.keyboard.press('ArrowRight')
      const label = screen.page.getByText(code, { exact: false }).first()
      await label.waitFor()

      const phone = await newDevice(browser, { width })
      let taps = 0
      await phone.page.exposeFunction('countTap', () => void taps++)
      await phone.page.addInitScript("document.addEventListener('pointerdown', () => countTap(), true)")
      await phone.page.addInitScript((chosen) => localStorage.setItem('werkschau-language', chosen), language)
      const { footer, code: field, send: button, sent, open, done } = words[language]
      await phone.page.goto(app.url)
      await phone.page.getByRole('link', { name: footer }).click()
      await phone.page.getByRole('textbox', { name: field }).click()
      await phone.page.keyboard.type(code.toLowerCase().replace('-', ''))
      expect(await accessibilityFindings(phone.page)).toEqual([])
      await phone.page.getByRole('button', { name: button }).click()
      await phone.page.getByRole('heading', { name: sent }).waitFor()
      expect(taps).toBeLessThanOrEqual(6)
      await label.waitFor({ state: 'detached' })

      await phone.page
        .getByRole('link', { name: /removal-requests/ })
        .first()
        .click()
      await phone.page.getByRole('status').getByText(open).waitFor()
      const admin = await loginAsAdmin(app)
      const [request] = (await ask(admin, 'listRemovalRequests', { query: { status: 'open' } })).requests
      const params = { requestId: request?.requestId ?? '' }
      await ask(admin, 'decideRemovalRequest', { params, json: { decision: 'remove', note: 'Sorry!' } })
      await phone.page.reload()
      await phone.page.getByText(done).waitFor()
      await phone.page.getByText('Sorry!').waitFor()
      await send(admin, 'deleteGroup', { params: { groupId } })
      await Promise.all([screen, phone].map(({ context }) => context.close()))
    },
  )
})
