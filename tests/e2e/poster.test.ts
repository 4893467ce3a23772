import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { accessibilityFindings, type Device, type Look, newDevice } from '#tests/support/pages/device.ts'
import { launchBrowser } from '#tests/support/servers/browser.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

let browser: Browser
let app: TestApp
let session: Session
const devices: Device[] = []
const address = 'https://fotos.offene-werkstatt-am-alten-gueterbahnhof.example/'

beforeAll(async () => {
  ;[browser, app] = await Promise.all([launchBrowser(), startApp({ env: { SITE_URL: address } })])
  session = await loginAsAdmin(app)
})
afterEach(async () => {
  const closing = devices.splice(0)
  await Promise.all(closing.map(({ context }) => context.close()))
  expect(closing.flatMap(({ complaints }) => complaints)).toEqual([])
})
afterAll(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

async function visit(look: Look): Promise<Page> {
  const device = await newDevice(browser, look)
  devices.push(device)
  const [, value = ''] = session.cookie.split('sid=')
  await device.context.addCookies([{ name: 'sid', value, url: app.url }])
  await device.page.goto(`${app.url}/admin/poster`)
  await device.page.getByRole('article').waitFor()
  return device.page
}
const sheet = (page: Page) => page.getByRole('article')
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
const paperOf = (pdf: Buffer) =>
  /\/MediaBox\s*\[([\d.\s]+)\]/.exec(pdf.toString('latin1'))?.[1]?.split(/\s+/).map(Number)

describe('the poster', () => {
  it.each([
    ['de-DE', 1440],
    ['en-GB', 390],
  ])('is one sheet A4 with the address of the upload page, in %s at %i px', async (locale, width) => {
    const page = await visit({ locale, width })
    const german = locale === 'de-DE'
    await sheet(page)
      .getByRole('img', { name: new URL(address).host })
      .waitFor()
    await sheet(page)
      .getByRole('img', { name: german ? 'Du bist auf einem Foto' : 'In a photo you' })
      .waitFor()
    await page
      .getByLabel(german ? 'Überschrift' : 'Heading')
      .fill('Eine Überschrift mit so vielen Buchstaben, wie das Feld überhaupt nur zulässt, !!')
    await page
      .getByLabel(german ? 'Wer lädt ein?' : 'Who is inviting?')
      .fill('Offene Werkstatt am alten Güterbahnhof, Verein der Freunde e.V.')
    const pdf = await page.pdf({ preferCSSPageSize: true })
    expect(pagesOf(pdf)).toBe(1)
    expect(paperOf(pdf)?.map(Math.round)).toEqual([0, 0, 595, 842])
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('button', { name: german ? 'Drucken' : 'Print' }).isVisible()).toBe(false)
    const [whole, seen] = await sheet(page).evaluate((article) => {
      const [only] = article.children
      return [only?.scrollHeight, only?.clientHeight]
    })
    expect(whole).toBe(seen)
  })

  it('is edited on the page in either language, and remembered', async () => {
    const page = await visit({ locale: 'en-GB', width: 1280 })
    await sheet(page).getByText('Show what was made here.').waitFor()
    await page.getByLabel('Who is inviting?').fill('Makers of Mainz')
    await page.getByLabel('Language of the poster').selectOption('Deutsch')
    await sheet(page).getByText('Zeig, was hier entstanden ist.').waitFor()
    await page.reload()
    await sheet(page).getByText('Makers of Mainz').waitFor()
    await sheet(page).getByText('Dann sind sie auf dem Bildschirm in der Werkstatt zu sehen.').waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
  })
})
