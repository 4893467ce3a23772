import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type Device, type Look, newDevice } from '#tests/support/pages/device.ts'
import { type HungGroup, hangGroup } from '#tests/support/pages/hang-group.ts'
import { launchBrowser } from '#tests/support/servers/browser.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

interface Visit extends Look {
  /** false: real time only. */
  readonly clock?: boolean
  /** false: the screen receives no events and polls. */
  readonly live?: boolean
}

/** Time stands still while a test checks a picture: `passTime` lets a minute pass at once. */
export const stay = 'autostart&seconds=60'

/** Firefox reports an interrupted event stream as an error of the page. */
const brokenOff = /^Firefox can’t establish a connection/

/** A service for each test of the file, and screens that show its slideshow. */
export function slideshowTests() {
  let browser: Browser
  let app: TestApp
  const devices: Device[] = []

  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    app = await startApp()
  })
  afterEach(async () => {
    const closing = devices.splice(0)
    await Promise.all(closing.map(({ context }) => context.close()))
    await app[Symbol.asyncDispose]()
    const complaints = closing.flatMap((device) => device.complaints)
    expect(complaints.filter((each) => !brokenOff.test(each))).toEqual([])
  })

  return {
    app: () => app,
    hang: (spec: HungGroup) => hangGroup(app, spec),
    async screen(query = stay, { clock = true, live = true, ...look }: Visit = {}): Promise<Device> {
      const device = await newDevice(browser, { width: 1280, height: 720, ...look })
      devices.push(device)
      if (!live) await device.context.route('**/events', (route) => route.abort())
      if (clock) await device.page.clock.install()
      await device.page.goto(`${app.url}/slideshow?${query}`)
      return device
    },
  }
}

export const title = (page: Page, name: string) => page.getByRole('heading', { level: 2, name }).waitFor()
export const photo = (page: Page, name: string | RegExp) => page.getByRole('img', { name }).last().waitFor()
