import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { makeImage } from '#tests/support/images/make-image.ts'
import { type OwnedGroup, ownGroup } from '#tests/support/manage.ts'
import { launchBrowser } from '#tests/support/servers/browser.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { type Device, type Look, newDevice } from './device.ts'
import { openLarge } from './draft.ts'

export let browser: Browser
export let app: TestApp
export let photo: { name: string; mimeType: string; buffer: Buffer }
export const devices: Device[] = []

/** Serves the page to the tests of a `describe`. */
export function managementPageTests(): void {
  beforeAll(async () => {
    ;[browser, app] = await Promise.all([launchBrowser(), startApp({ env: { MANAGEMENT_RATE_LIMIT: '1000' } })])
    photo = { name: 'new.jpg', mimeType: 'image/jpeg', buffer: await makeImage({ width: 300, height: 200 }) }
  })
  afterEach(async () => {
    await Promise.all(devices.splice(0).map(({ context }) => context.close()))
  })
  afterAll(async () => {
    await browser.close()
    await app[Symbol.asyncDispose]()
  })
}

const metadata = { title: 'A stool', name: 'Mira', year: 2024 }
export const ownTitled = (images = 3) =>
  ownGroup(app, { images, parts: { metadata, consents: { workshopConsent: true, socialMediaConsents: [1] } } })

export async function visit({ token }: OwnedGroup, look: Look = {}, url = app.url) {
  const device = await newDevice(browser, look)
  devices.push(device)
  const requests: string[] = []
  device.page.on('request', (request) => {
    if (request.url().includes('/api/manage/')) requests.push(`${request.method()} ${request.url().split(token)[1]}`)
  })
  await device.page.goto(`${url}/manage/${token}`)
  await device.page.getByRole('heading', { level: 1 }).waitFor()
  return { ...device, requests }
}

export const images = async ({ groupId }: OwnedGroup) => app.app.deps.database.images.ofGroup(groupId)
export const askToDelete = (page: Page, n: number) => page.getByRole('button', { name: `Remove photo ${n}` }).click()
/** Uses a button of the large view of a photo, by its number from 1. */
export async function inLarge(page: Page, n: number, name: string): Promise<void> {
  await openLarge(page, n)
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
}
export const choose = (page: Page) => page.locator('input[type=file][multiple]').first().setInputFiles(photo)
export const state = (page: Page, name: string) => page.getByRole('status').getByText(name, { exact: true }).waitFor()
export const workshop = (page: Page) => page.getByRole('switch', { name: 'Screen in the workshop' })
