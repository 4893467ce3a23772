import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Session } from '#tests/support/admin.ts'
import { ownGroup } from '#tests/support/manage.ts'
import { calm, launchBrowser, withoutWorker } from '#tests/support/servers/browser.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

export interface Visit {
  readonly path?: string
  readonly session?: Session
  readonly width?: number
  readonly colorScheme?: 'light' | 'dark'
  readonly locale?: string
  readonly timezoneId?: string
  /** false: the page receives no events. */
  readonly live?: boolean
}

/** A browser, and a service for each test. Browser errors fail the test. */
export function adminPages(env: () => Record<string, string> = () => ({})) {
  let browser: Browser
  let app: TestApp
  const contexts: BrowserContext[] = []
  const complaints: string[] = []

  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    app = await startApp({ env: { MANAGEMENT_RATE_LIMIT: '1000', ...env() } })
  })
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
    await app[Symbol.asyncDispose]()
    expect(complaints.splice(0)).toEqual([])
  })

  function listen(page: Page): void {
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (/Content Security Policy|Refused to|Warning:/.test(message.text())) complaints.push(message.text())
    })
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && new URL(request.url()).host !== new URL(app.url).host)
        complaints.push(`A request to ${request.url()}`)
    })
  }

  return {
    app: () => app,
    /** A page open in a context of its own, logged in when there is a session. */
    async visit({ path = '/admin', session, width = 1_280, live = true, ...look }: Visit = {}) {
      const { colorScheme = 'light', locale = 'en-GB', ...place } = look
      const size = { viewport: { width, height: 844 } }
      const context = await browser.newContext({ ...withoutWorker, ...calm, ...size, ...place, locale, colorScheme })
      contexts.push(context)
      const value = session?.cookie.replace('sid=', '')
      if (value) await context.addCookies([{ name: 'sid', value, url: app.url }])
      if (!live) await context.route('**/events', (route) => route.abort())
      const page = await context.newPage()
      listen(page)
      await page.goto(`${app.url}${path}`)
      return page
    },
    titled: (title: string, more: object = {}) =>
      ownGroup(app, { images: 2, approved: false, parts: { metadata: { title }, ...more } }),
    isApproved: async (groupId: string) => (await app.app.deps.database.groups.find(groupId))?.isApproved,
  }
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
/** Of the groups in the queue, in their order. */
export const titles = (page: Page) => page.getByRole('list', { name: 'Groups' }).getByRole('heading').allTextContents()
export const focused = (page: Page) => page.locator(':focus').first().textContent()
