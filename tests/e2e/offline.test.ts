import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { owner, ownGroup } from '#tests/support/manage.ts'
import { passTime } from '#tests/support/pages/device.ts'
import { isChromium, launchBrowser } from '#tests/support/servers/browser.ts'
import { startBuildProxy } from '#tests/support/servers/proxies/build-proxy.ts'
import { startTcpProxy } from '#tests/support/servers/proxies/tcp-proxy.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { publish, uploadGroup } from '#tests/support/upload.ts'

let browser: Browser
let app: TestApp
let context: BrowserContext
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())
beforeEach(async () => {
  app = await startApp()
  context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  page = await context.newPage()
  await page.clock.install()
})
afterEach(async () => {
  await context.close()
  await app[Symbol.asyncDispose]()
})

const serviceOf = ({ url }: TestApp) => ({ host: '127.0.0.1', port: Number(new URL(url).port) })
const pass = (seconds: number) => passTime(page, seconds)
const title = (name: string) => page.getByRole('heading', { level: 2, name }).waitFor()
const photo = (name: string | RegExp) => page.getByRole('img', { name }).last().waitFor()
/** Paths in all caches of the browser. */
const cached = () =>
  page.evaluate<string[]>(`(async () => {
    const all = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) all.push(new URL(url).pathname)
    return all
  })()`)
/** The data that the slideshow stores for a reload without a connection. */
const savedFeed = () =>
  page.evaluate<string>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('werkschau-slideshow')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('feed').objectStore('feed').get('feed')
      reading.onsuccess = () => resolve(JSON.stringify(reading.result))
      reading.onerror = () => reject(reading.error)
    }
  })`)
/** The service worker is registered a second after the page has loaded. */
async function keptPage(path: string): Promise<void> {
  await pass(2)
  await expect.poll(cached).toContain(path)
  // The files are there a moment before the worker serves them.
  await page.evaluate(`navigator.serviceWorker.ready.then(() => undefined)`)
}

async function hang(name: string, year: number) {
  const files = [{ name: 'a.jpg', bytes: await makeImage({ width: 1200, height: 900 }) }]
  const group = await uploadGroup(app, { files, parts: { metadata: { title: name, year } } })
  await publish(app, group.groupId)
  return { group, owner: owner(app, group.managementToken) }
}

describe('without a connection', () => {
  it('receives photos that another app shares with the installed page', async () => {
    await page.goto(app.url)
    await keptPage('/')
    await page.reload()
    // Chromium would warn of modules that were loaded ahead.
    expect(await page.locator('link[rel=modulepreload]').count()).toBe(0)
    const bytes = [...(await makeImage({ width: 60, height: 40 }))]
    await page.evaluate(`(async () => {
      const form = new FormData()
      form.append('photos', new File([Uint8Array.from(${JSON.stringify(bytes)})], 'shared.jpg', { type: 'image/jpeg' }))
      await fetch('/share', { method: 'POST', body: form })
    })()`)
    await page.goto(`${app.url}/?shared`)
    await page.getByRole('button', { name: 'Enlarge photo 1: shared.jpg' }).waitFor()
  })

  it('the slideshow continues, survives a reload, and catches up; withdrawn photos are removed from the device', async () => {
    await using proxy = await startTcpProxy(serviceOf(app))
    const stool = await hang('Stool', 2020)
    const table = await hang('Table', 2021)
    await page.goto(`http://127.0.0.1:${proxy.port}/slideshow?autostart&seconds=60`)
    for (const name of ['Stool', 'Table', 'Stool']) {
      await photo(`Photo 1 of 1: ${name}`)
      await page.keyboard.press('ArrowRight')
    }
    await keptPage('/slideshow')
    const [file] = stool.group.images
    expect(await cached()).toEqual(expect.arrayContaining([file?.filePath, table.group.images[0]?.filePath]))

    await proxy.goDown()
    await pass(30)
    const dot = page.getByText('No connection. Photos already loaded keep playing.')
    await dot.waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowDown')
    await page.reload()
    await title('Stool')
    await dot.waitFor()
    for (const name of ['Table', 'Stool', 'Table']) {
      await pass(60)
      await photo(`Photo 1 of 1: ${name}`)
    }

    await stool.owner.send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' })
    const [redacted] = table.group.images
    const params = { groupId: table.group.groupId, imageId: redacted?.id ?? 0 }
    const json = { regions: [{ x: 0, y: 0, width: 0.5, height: 1 }] }
    await ask(await loginAsAdmin(app), 'redactImage', { params, json })
    await hang('Shelf', 2022)
    await proxy.comeBack()
    await pass(60)
    await expect.poll(() => dot.count()).toBe(0)
    const gone = [file, redacted].flatMap((image) => [image?.filePath ?? '', image?.previewPath ?? ''])
    await expect.poll(async () => (await cached()).filter((path) => gone.includes(path))).toEqual([])
    await expect.poll(savedFeed).toContain('Shelf')
    for (const path of gone) expect(await savedFeed()).not.toContain(path)
    // New photos are shown once at once.
    await page.getByText('New', { exact: true }).waitFor()
    await page.keyboard.press('ArrowDown')
    await title('Table')
    await page.keyboard.press('ArrowDown')
    await title('Shelf')
  })

  it('the upload page opens; management and admin pages are never cached', async () => {
    await using proxy = await startTcpProxy(serviceOf(app))
    const url = `http://127.0.0.1:${proxy.port}`
    const { token } = await ownGroup(app, { images: 1 })
    await page.goto(url)
    await page.getByRole('heading', { name: 'Show what you made.' }).waitFor()
    await keptPage('/')
    for (const path of [`/manage/${token}`, '/admin']) {
      await page.goto(`${url}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    expect((await cached()).filter((path) => !/^\/(assets\/.*|start\.js)?$/.test(path))).toEqual([])
    expect(JSON.stringify(await cached())).not.toMatch(/admin|manage-|slideshow/)

    await proxy.goDown()
    await page.goto(url)
    await page.getByRole('heading', { name: 'Show what you made.' }).waitFor()
    await expect(page.goto(`${url}/manage/${token}`)).rejects.toThrow(/ERR(OR)?_CONNECTION/)
    await expect(page.goto(`${url}/admin`)).rejects.toThrow(/ERR(OR)?_CONNECTION/)
    await expect(page.goto(`${url}/slideshow`)).rejects.toThrow(/ERR(OR)?_/)
  })

  it('the upload page, opened offline, completes itself once there is a connection', async () => {
    await page.goto(app.url)
    await keptPage('/')
    await context.setOffline(true)
    await page.reload()
    await page.getByText('No connection. You can carry on').waitFor()
    const photo = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await makeImage() }
    await page.locator('input[type=file][multiple]').setInputFiles(photo)
    await page.getByRole('button', { name: 'Enlarge photo 1: a.jpg' }).waitFor()
    await pass(10)
    await page.getByText('The platforms couldn’t be loaded.').waitFor()
    await context.setOffline(false)
    // Firefox only tells pages that were loaded before its driver took it offline.
    if (!isChromium) await page.evaluate(`window.dispatchEvent(new Event('online'))`)
    await page.getByRole('checkbox', { name: 'Show on Facebook' }).waitFor()
  })

  it('removes the photos from the device if the host no longer serves the slideshow', async () => {
    const target = serviceOf(app)
    await using proxy = await startTcpProxy(target)
    await hang('Stool', 2020)
    const url = `http://127.0.0.1:${proxy.port}/slideshow?autostart&seconds=60`
    await page.goto(url)
    await photo(/Stool/)
    await keptPage('/slideshow')

    await using restricted = await startApp({
      env: {
        ENABLE_HOST_RESTRICTION: 'true',
        PUBLIC_HOST: '127.0.0.1',
        INTERNAL_HOST: 'photos.lan',
        TRUST_PROXY_HOPS: '0',
      },
    })
    await proxy.goDown()
    target.port = serviceOf(restricted).port
    await proxy.comeBack()
    await pass(60)
    await title('Waiting for photos')
    await expect.poll(cached).not.toContainEqual(expect.stringContaining('/upload/'))
    expect((await page.goto(url))?.status()).toBe(403)
    await proxy.goDown()
    await expect(page.goto(url)).rejects.toThrow(/ERR(OR)?_/)
  })
})

describe('after an update of the service', () => {
  const build = (value: string | null) =>
    expect
      .poll(() =>
        page
          .locator('meta[name=build]')
          .getAttribute('content', { timeout: 2_000 })
          .catch(() => null),
      )
      .toBe(value)

  it('the next visit gets the new pages at once, also without a connection', async () => {
    await using proxy = await startBuildProxy(app.url)
    await page.goto(proxy.url)
    await keptPage('/')
    await page.reload()
    expect(await page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
    expect(await page.locator('meta[name=build]').count()).toBe(0)
    proxy.deploy()
    await page.reload()
    expect(await page.locator('meta[name=build]').count()).toBe(1)
    await expect
      .poll(() => page.evaluate(`caches.open('werkschau-pages-new').then(async (c) => (await c.keys()).length)`))
      .toBeGreaterThan(20)
    // Until the new worker is active, the old one serves its own pages.
    await expect
      .poll(() =>
        page.evaluate(
          `navigator.serviceWorker.getRegistration().then((it) => !it.installing && !it.waiting && it.active.state)`,
        ),
      )
      .toBe('activated')
    await proxy[Symbol.asyncDispose]()
    await page.reload()
    await page.getByRole('heading', { name: 'Show what you made.' }).waitFor()
    expect(await page.locator('meta[name=build]').count()).toBe(1)
  })

  it('a running slideshow loads the new pages within the hour and continues', async () => {
    await using proxy = await startBuildProxy(app.url)
    await hang('Stool', 2020)
    await page.goto(`${proxy.url}/slideshow?autostart&seconds=60`)
    await keptPage('/slideshow')
    await page.reload()
    await title('Stool')
    proxy.deploy()
    await page.clock.fastForward(3_601_000)
    await build('new')
    await title('Stool')
  })
})
