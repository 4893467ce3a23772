import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { launchBrowser } from '#tests/support/servers/browser.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { type Device, type Look, newDevice } from './device.ts'

export let app: TestApp
let browser: Browser
const devices: Device[] = []

/** Serves a service to each test of a file, and devices, whose complaints fail it. */
export function deviceTests(isExpected: (complaint: string) => boolean = () => false): void {
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
    expect(complaints.filter((each) => !isExpected(each))).toEqual([])
  })
}

/** A device that is closed after the test. */
export async function openDevice(look?: Look): Promise<Device> {
  const device = await newDevice(browser, look)
  devices.push(device)
  return device
}
