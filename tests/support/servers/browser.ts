import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserType, chromium } from 'playwright-core'
import { needPrograms } from './debian-programs.ts'
import { npmPackage } from './npm-package.ts'

const installed = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome']
const cache = join(import.meta.dirname, '../../../node_modules/.cache')

/** The machine's browser, else the one of the package, unpacked once. */
export async function browserPath(): Promise<string> {
  const own = installed.find((path) => path !== undefined && path !== '' && existsSync(path))
  return own ?? unpack(join(cache, 'chromium-153'))
}

/** The package unpacks into the temporary folder and uses any file there, even an incomplete one, so this uses a new folder and renames it when complete. */
async function unpack(folder: string): Promise<string> {
  if (existsSync(folder)) return join(folder, 'chromium')
  const part = `${folder}.${process.pid}`
  await mkdir(part, { recursive: true })
  const temporary = process.env.TMPDIR
  process.env.TMPDIR = part
  try {
    const { default: packed } = await import('@sparticuz/chromium')
    await packed.executablePath()
    // Another process may have been faster.
    await rename(part, folder).catch(() => rm(part, { recursive: true }))
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = temporary
  }
  return join(folder, 'chromium')
}

/** Prevents pages from installing their service worker, which takes longer than most visits; for tests of anything else. */
export const withoutWorker = { serviceWorkers: 'block' } as const

/** No animations: each of their frames is drawn by the processor. */
export const calm = { reducedMotion: 'reduce' } as const

/** Set by `npm run e2e:browsers`; tests that need Chromium's own tools skip other browsers. */
export const browserName = process.env.TEST_BROWSER === 'firefox' ? 'firefox' : 'chromium'
export const isChromium = browserName === 'chromium'

export const launchBrowser = (): Promise<Browser> => (isChromium ? launchChromium() : launchFirefox())

/** No permission prompt for the local network, also for a made-up address. */
const framesOfLocalServices = '--disable-features=LocalNetworkAccessChecks'

const launchChromium = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await browserPath(),
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', framesOfLocalServices],
  })

/** `fill` sets a value like a script of the page, which React ignores as its own. Runs in the page. */
const noticeFilled = `document.addEventListener(
  'input', (event) => event.isTrusted || event.target._valueTracker?.setValue('before ' + event.target.value), true
)`

/** The newest that drives Debian's Firefox: later ones need features that it lacks. */
const playwrightForFirefox = '1.64.1'

async function launchFirefox(): Promise<Browser> {
  await needPrograms('Firefox', ['firefox-esr'])
  const playwright = await npmPackage('playwright-core', playwrightForFirefox)
  const { firefox }: { firefox: BrowserType } = await import(join(playwright, 'index.mjs'))
  // A fine pointer that hovers: without a mouse at the machine, Firefox reports none.
  const firefoxUserPrefs = { 'ui.primaryPointerCapabilities': 6, 'ui.allPointerCapabilities': 6 }
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: '/usr/bin/firefox-esr',
    firefoxUserPrefs,
  })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    await context.addInitScript(noticeFilled)
    return context
  }
  return browser
}
