import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFindings, newDevice } from '#tests/support/pages/device.ts'
import { wordsOf } from '#tests/support/pages/words.ts'
import { accountStates } from './states/account-states.ts'
import { adminStates } from './states/admin-states.ts'
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

const seen = async (page: Page, variant: PageVariant, rules?: readonly string[]) => {
  const over = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
  expect(over, `overflows at ${nameOf(variant)}`).toBe(0)
  if (!process.env.E2E_PICTURES_ONLY) expect(await accessibilityFindings(page, { rules }), nameOf(variant)).toEqual([])
}
const heightOf = ({ width }: PageVariant) => (width < 800 ? 844 : 1000)

async function show({ name, open }: State, variant: PageVariant, other?: PageVariant) {
  const { width, colorScheme, locale: language } = variant
  const locale = language === 'de' ? 'de-DE' : 'en-GB'
  const device = await newDevice(stage.browser, { width, height: heightOf(variant), colorScheme, locale })
  const { page, context, complaints } = device
  try {
    await open({ stage, page, context, locale: language, words: wordsOf(language) })
    if (thorough) {
      const fullPage = (await page.locator('[aria-modal=true], .yarl__portal').count()) === 0
      await page.screenshot({ path: `${folder}/${name}-${nameOf(variant)}.png`, fullPage })
    }
    await seen(page, variant)
    if (other) {
      await page.emulateMedia({ colorScheme: other.colorScheme })
      await page.setViewportSize({ width: other.width, height: heightOf(other) })
      await seen(page, other, ['color-contrast', 'target-size'])
    }
    expect(complaints).toEqual([])
  } finally {
    await context.close()
  }
}

/** No overflow, no axe findings, no requests to other hosts. */
describe.each(states)('the state $name', (state) => {
  const [first, second] = variants
  // The short form opens each page once, and changes the variant in place.
  if (!thorough && first && second) it(`${nameOf(first)}, ${nameOf(second)}`, () => show(state, first, second))
  else
    it.each(variants.map((variant) => [nameOf(variant), variant] as const))('%s', (_, variant) => show(state, variant))
})
