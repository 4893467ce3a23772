import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFindings, type Device, newDevice } from '#tests/support/pages/device.ts'
import { wordsOf } from '#tests/support/pages/words.ts'
import { accountStates } from './states/account-states.ts'
import { adminStates } from './states/admin-states.ts'
import { exhibitionStates } from './states/exhibition-states.ts'
import { galleryStates } from './states/gallery-states.ts'
import { manageStates } from './states/manage-states.ts'
import { peopleStates } from './states/people-states.ts'
import { siteStates } from './states/site-states.ts'
import { slideshowStates } from './states/slideshow-states.ts'
import { type Stage, type State, setStage } from './states/stage.ts'
import { uploadStates } from './states/upload-states.ts'
import { nameOf, type PageVariant, thorough, variantsOr } from './states/variants.ts'

const folder = 'screenshots'
const all: readonly State[] = [
  ...uploadStates,
  ...manageStates,
  ...peopleStates,
  ...adminStates,
  ...accountStates,
  ...exhibitionStates,
  ...galleryStates,
  ...slideshowStates,
  ...siteStates,
]
const states = thorough ? all : all.filter(({ main }) => main)
const variants = variantsOr('390-dark-de', '1440-light-en')
let stage: Stage

beforeAll(async () => {
  stage = await setStage()
  if (thorough) await mkdir(folder, { recursive: true })
})
afterAll(() => stage[Symbol.asyncDispose]())
/** One tab for the admin's pages in the short form: a new one for each would load all scripts again. */
let adminTab: Device | undefined

async function fits(page: Page, variant: PageVariant): Promise<void> {
  const over = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
  expect(over, `overflows at ${nameOf(variant)}`).toBe(0)
}

async function seen(page: Page, variant: PageVariant): Promise<void> {
  await fits(page, variant)
  if (!process.env.E2E_PICTURES_ONLY) expect(await accessibilityFindings(page), nameOf(variant)).toEqual([])
}
const heightOf = ({ width }: PageVariant) => (width < 800 ? 844 : 1000)

async function openTab(variant: PageVariant): Promise<Device> {
  const { width, colorScheme, locale: language } = variant
  const locale = language === 'de' ? 'de-DE' : 'en-GB'
  return newDevice(stage.browser, { width, height: heightOf(variant), colorScheme, locale })
}

/** As it was when it was opened. */
async function resetTab({ page }: Device, variant: PageVariant): Promise<void> {
  await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  await become(page, variant)
}

async function become(page: Page, variant: PageVariant): Promise<void> {
  await page.emulateMedia({ colorScheme: variant.colorScheme })
  await page.setViewportSize({ width: variant.width, height: heightOf(variant) })
}

async function show({ name, open, sharesTab }: State, variant: PageVariant, other?: PageVariant) {
  const isShared = other !== undefined && sharesTab === true
  const device = (isShared && adminTab) || (await openTab(variant))
  if (isShared) adminTab = device
  const { page, context, complaints } = device
  try {
    if (isShared && page.url() !== 'about:blank') await resetTab(device, variant)
    await open({ stage, page, context, locale: variant.locale, words: wordsOf(variant.locale) })
    if (thorough) {
      const fullPage = (await page.locator('[aria-modal=true], dialog[open], .yarl__portal').count()) === 0
      await page.screenshot({ path: `${folder}/${name}-${nameOf(variant)}.png`, fullPage })
    }
    await seen(page, variant)
    if (other) {
      await become(page, other)
      await fits(page, other)
    }
    expect(complaints.splice(0)).toEqual([])
  } finally {
    if (!isShared) await context.close()
  }
}

/** No overflow, no axe findings, no requests to other hosts. */
describe.each(states)('the state $name', (state) => {
  // The short form opens each page once, every other one in the second variant, and changes the variant in place.
  const [first, second] = states.indexOf(state) % 2 === 0 ? variants : variants.toReversed()
  if (!thorough && first && second) it(`${nameOf(first)}, ${nameOf(second)}`, () => show(state, first, second))
  else
    it.each(variants.map((variant) => [nameOf(variant), variant] as const))('%s', (_, variant) => show(state, variant))
})
