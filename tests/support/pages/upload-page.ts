import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { ChangePosition } from '#server/ports/content-changes.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { calm, launchBrowser, withoutWorker } from '#tests/support/servers/browser.ts'
import { type FlakyProxy, startFrailProxy } from '#tests/support/servers/proxies/flaky-proxy.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

export interface ChosenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}
export const file = (name: string, buffer: Buffer, mimeType = 'image/jpeg'): ChosenFile => ({ name, mimeType, buffer })

export let browser: Browser
export let app: TestApp
export let proxy: FlakyProxy
export let photos: ChosenFile[]
/** The state of the groups at the start of a test. */
export let before: ChangePosition
export const contexts: BrowserContext[] = []

/** Serves the page to the tests of a `describe`, behind a proxy that can fail. */
export function uploadPageTests(): void {
  beforeAll(async () => {
    ;[browser, app] = await Promise.all([launchBrowser(), startApp()])
    proxy = await startFrailProxy(app.url)
    const colours = ['#8a3324', '#2f6b4f', '#c9a227', '#35507a', '#6b4a7d']
    const sizes = colours.map((colour, n) => ({ colour, width: n % 2 ? 600 : 800, height: n % 2 ? 800 : 600 }))
    photos = await Promise.all(
      sizes.map(async (spec, n) => file(`photo-${n + 1}.jpg`, await makeImage({ ...spec, detail: true }))),
    )
  })
  afterAll(async () => {
    await browser.close()
    await proxy[Symbol.asyncDispose]()
    await app[Symbol.asyncDispose]()
  })
  beforeEach(async () => {
    before = await app.app.deps.database.changes.position()
  })
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
    proxy.restore()
  })
}

interface Visit {
  readonly width?: number
  readonly locale?: string
  readonly colorScheme?: 'light' | 'dark'
  readonly prepare?: (context: BrowserContext) => Promise<unknown>
}

/** A new visitor's device with the page open. Browser errors fail the test. */
export async function visit({ width = 390, locale = 'en-GB', colorScheme = 'light', prepare }: Visit = {}) {
  const size = { viewport: { width, height: 844 } }
  const context = await browser.newContext({ ...withoutWorker, ...calm, ...size, locale, colorScheme })
  contexts.push(context)
  await prepare?.(context)
  const complaints: string[] = []
  const page = await open(context, complaints)
  return { context, page, complaints }
}

export async function open(context: BrowserContext, complaints: string[] = []): Promise<Page> {
  const page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) complaints.push(message.text())
  })
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && new URL(request.url()).host !== new URL(proxy.url).host)
      complaints.push(`A request to ${request.url()}`)
  })
  await page.goto(proxy.url)
  return page
}

export const choose = (page: Page, files: readonly ChosenFile[]) =>
  page
    .locator('input[type=file][multiple]')
    .first()
    .setInputFiles([...files])
export const names = (page: Page) =>
  page
    .locator('ol [data-photo] > button')
    .evaluateAll((all) => all.map((one) => String(one.getAttribute('aria-label')).replace(/^.*: /, '')))
export const sendButton = (page: Page) => page.getByRole('button', { name: /^Send( one photo| \d+ photos)?$/ })
export const consent = (page: Page) => page.getByRole('checkbox', { name: 'Yes, show my photos in the workshop.' })
export const received = (page: Page) => page.getByRole('heading', { name: /^Thank you/ })
export const management = (page: Page) => page.getByLabel('Link to manage your photos').inputValue()

/** Number of imported scripts for sending; each is fetched before it is imported. Runs in the page. */
export const sendingParts = `performance.getEntriesByType('resource')
  .filter(({ initiatorType }) => initiatorType !== 'fetch')
  .filter(({ name }) => /(send-draft|sending-pages)-[^/]+[.]js$/.test(name)).length`

/** Number of files and texts in the draft stored on the device. Runs in the page. */
export const storedDraft = `new Promise((done) => {
  const open = indexedDB.open('werkschau-draft')
  open.onsuccess = () => {
    const store = open.result.transaction('draft').objectStore('draft')
    const keys = store.getAllKeys()
    const draft = store.get('draft')
    draft.onsuccess = () => {
      const files = keys.result.filter((key) => key.startsWith('photo:')).length
      const { photos, texts } = draft.result ?? { photos: [], texts: {} }
      done(files + ' ' + photos.map((photo) => photo.caption).join() + ' ' + texts.title)
    }
  }
})`

/** The only group that the test has sent, with its images. */
export async function storedGroup() {
  const { database } = app.app.deps
  const { groupIds } = await database.changes.since(before)
  expect(groupIds).toHaveLength(1)
  const group = await database.groups.find(groupIds[0] as string)
  return { group, images: await database.images.ofGroup(groupIds[0] as string) }
}
