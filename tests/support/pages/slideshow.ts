import type { Page } from 'playwright-core'
import type { Device, Look } from './device.ts'
import { app, deviceTests, openDevice } from './device-tests.ts'
import { type HungGroup, hangGroup } from './hang-group.ts'

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
  deviceTests((complaint) => brokenOff.test(complaint))
  return {
    app: () => app,
    hang: (spec: HungGroup) => hangGroup(app, spec),
    async screen(query = stay, { clock = true, live = true, ...look }: Visit = {}): Promise<Device> {
      const device = await openDevice({ width: 1280, height: 720, ...look })
      if (!live) await device.context.route('**/events', (route) => route.abort())
      if (clock) await device.page.clock.install()
      await device.page.goto(`${app.url}/slideshow?${query}`)
      return device
    },
  }
}

export const title = (page: Page, name: string) => page.getByRole('heading', { level: 2, name }).waitFor()
export const photo = (page: Page, name: string | RegExp) => page.getByRole('img', { name }).last().waitFor()
