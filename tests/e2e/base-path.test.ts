import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminCredentials, loginAsAdmin } from '#tests/support/admin.ts'
import { scenes } from '#tests/support/images/scenes.ts'
import { unfoldTexts } from '#tests/support/pages/draft.ts'
import { wordsOf } from '#tests/support/pages/words.ts'
import { launchBrowser, withoutWorker } from '#tests/support/servers/browser.ts'
import { type PathProxy, startPathProxy } from '#tests/support/servers/proxies/path-proxies.ts'
import { sharedService } from '#tests/support/servers/shared-service.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

const path = '/school/photos'
const proxies = [
  ['Caddy, which passes the path on', 'caddy', await sharedService('caddy')],
  ['nginx, which takes the path off', 'nginx', await sharedService('nginx')],
] as const
const { all, manage, admin } = wordsOf('en')

/** Waits for a picture that has really loaded. */
async function shown(page: Page, selector: string): Promise<void> {
  const picture = page.locator(selector).first()
  await expect.poll(() => picture.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBeGreaterThan(0)
}

describe.each(proxies.filter(([, , program]) => program))(
  'below a path, behind %s',
  { timeout: 90_000 },
  (_, name, program) => {
    let browser: Browser
    let context: BrowserContext
    let app: TestApp
    let proxy: PathProxy
    /** Requests outside the path, and 404 answers. */
    const strays: string[] = []
    beforeAll(async () => {
      ;[browser, app] = await Promise.all([
        launchBrowser(),
        startApp({ env: { BASE_PATH: path, TRUST_PROXY_HOPS: '1' } }),
      ])
      proxy = await startPathProxy(name, program as string, { path, port: Number(new URL(app.url).port) })
      context = watched(await browser.newContext({ ...withoutWorker, locale: 'en-GB' }))
      await loginAsAdmin(app)
    })

    function watched(context: BrowserContext): BrowserContext {
      context.on('request', (request) => {
        const { origin, pathname, protocol } = new URL(request.url())
        const own = protocol === 'http:' && origin === new URL(proxy.url).origin
        if (own && !pathname.startsWith(`${path}/`)) strays.push(`asked for ${pathname}`)
      })
      context.on('response', (response) => {
        if (response.status() === 404) strays.push(`404 for ${response.url()}`)
      })
      return context
    }
    afterAll(async () => {
      await browser?.close()
      await proxy?.[Symbol.asyncDispose]()
      await app?.[Symbol.asyncDispose]()
    })

    it('a visitor sends a photo and opens the link', async () => {
      const page = await context.newPage()
      await page.goto(`${proxy.url}/`)
      const [scene] = await scenes()
      const photo = { name: 'lamp.jpg', mimeType: 'image/jpeg', buffer: scene?.bytes as Buffer }
      await page.locator('input[type=file][multiple]').first().setInputFiles(photo)
      await unfoldTexts(page)
      await page.getByLabel(all('texts.title'), { exact: true }).fill('Lamp')
      await page.getByRole('checkbox', { name: all('consents.workshop') }).check()
      await page.getByRole('button', { name: all('send.button', { count: 1 }) }).click()
      await page.getByRole('heading', { name: /^(Danke|Thank you)!/ }).waitFor({ timeout: 40_000 })
      const link = await page.getByLabel(all('done.linkLabel')).inputValue()
      expect(link).toContain(`${proxy.url}/manage/`)
      await page.locator(`a[href^="${path}/manage/"]`).first().click()
      await page.waitForURL(link)
      await shown(page, `img[src^="${path}/previews/"]`)
      await page.reload()
      await page.getByRole('switch', { name: manage('consents.workshop') }).waitFor()
      await page.close()
    })

    // What the two proxies do differently shows itself in the visitor's journey.
    const withCaddy = it.runIf(name === 'caddy')

    withCaddy('an admin logs in with a cookie of the path and approves', async () => {
      const page = await context.newPage()
      await page.goto(`${proxy.url}/admin/moderation`)
      await page.getByLabel(admin('account.username')).fill(adminCredentials.username)
      await page.getByLabel(admin('account.password'), { exact: true }).fill(adminCredentials.password)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Lamp' }).waitFor()
      await shown(page, `img[src^="${path}/previews/"]`)
      await page.keyboard.press('j')
      await page.keyboard.press('a')
      await page.getByText(admin('moderation.did.approve', { count: 1 })).waitFor()
      expect(await context.cookies(`${proxy.url}/`)).toMatchObject([{ name: 'sid', path: `${path}/` }])
      await page.goto(`${proxy.url}/admin/groups`)
      await page.waitForURL(`${proxy.url}/admin/moderation`)
      await page.goto(`${proxy.url}/admin/poster`)
      await page
        .getByText(`${new URL(proxy.url).host}${path}`)
        .first()
        .waitFor({ state: 'attached' })
      await page.goto(`${proxy.url}/api/docs`)
      await page.locator('.opblock-tag').first().waitFor()
      await page.close()
    })

    withCaddy('a screen shows the photo, and keeps its page for a start without a connection', async () => {
      const page = await watched(await browser.newContext({ locale: 'en-GB' })).newPage()
      await page.goto(`${proxy.url}/slideshow?autostart&seconds=2`)
      await page.getByRole('heading', { level: 2, name: 'Lamp' }).waitFor({ timeout: 40_000 })
      await page.getByRole('img', { name: /Lamp/ }).last().waitFor({ timeout: 40_000 })
      await page.keyboard.press('p')
      await page.getByText(`${new URL(proxy.url).host}${path}/admin/screens`, { exact: false }).waitFor()
      const scope = 'navigator.serviceWorker.ready.then(({ scope }) => scope)'
      expect(await page.evaluate(scope)).toBe(`${proxy.url}/`)
      const kept = `(async () => (await caches.match('${path}/slideshow')) !== undefined)()`
      await expect.poll(() => page.evaluate(kept)).toBe(true)
      await proxy[Symbol.asyncDispose]()
      await page.reload()
      await page.getByRole('heading', { level: 2, name: 'Lamp' }).waitFor({ timeout: 40_000 })
      await page.close()
    })

    it('sends no request outside the path', () => {
      expect(strays).toEqual([])
    })
  },
)
