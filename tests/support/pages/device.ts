import { readFile } from 'node:fs/promises'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { calm, withoutWorker } from '#tests/support/servers/browser.ts'

export interface Look {
  readonly width?: number
  readonly height?: number
  readonly locale?: string
  readonly colorScheme?: 'light' | 'dark'
  readonly reducedMotion?: 'reduce' | 'no-preference'
}

export interface Device {
  readonly context: BrowserContext
  readonly page: Page
  /** Browser errors, exceptions of the page, and every request to another host than the first. */
  readonly complaints: string[]
}

/** A new visitor's device with one open tab. */
export async function newDevice(browser: Browser, look: Look = {}): Promise<Device> {
  const { width = 390, height = 844, locale = 'en-GB', ...rest } = look
  const context = await browser.newContext({ viewport: { width, height }, locale, ...withoutWorker, ...calm, ...rest })
  const page = await context.newPage()
  const complaints: string[] = []
  let host: string | undefined
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) complaints.push(message.text())
  })
  page.on('request', (request) => {
    if (!/^https?:/.test(request.url())) return
    host ??= new URL(request.url()).host
    if (new URL(request.url()).host !== host) complaints.push(`A request to ${request.url()}`)
  })
  return { context, page, complaints }
}

/** The findings of axe: all rules of WCAG 2.2 AA and best practices, or only the given ones. */
export async function accessibilityFindings(
  page: Page,
  { rules }: { readonly rules?: readonly string[] | undefined } = {},
): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const options: RunOptions = { resultTypes: ['violations'], runOnly: [...(rules ?? tags)] }
  // axe stays in the page, because injecting it takes as long as checking a few rules. No page has frames: a library that
  // also injects it into those would take half as long again.
  const isThere = await page.evaluate(`'axe' in window`)
  if (!isThere) await page.evaluate(await readFile('node_modules/axe-core/axe.min.js', 'utf8'))
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

/** Firefox's scroll bar takes some of the width. Runs in the page. */
export const scrollsSideways = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'

/** Advances the installed clock of a page and waits for the answers to its requests. */
export async function passTime(page: Page, seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 10) {
    await page.clock.runFor(Math.min(left, 10) * 1_000)
    await page.evaluate(`fetch('/health').catch(() => undefined)`)
  }
}
