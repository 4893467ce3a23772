import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFindings, newDevice } from '#tests/support/device.ts'
import { wordsOf } from '#tests/support/words.ts'
import { adminStates } from './states/admin-states.ts'
import { looksOr, nameOf, type PageLook, thorough } from './states/looks.ts'
import { manageStates } from './states/manage-states.ts'
import { slideshowStates } from './states/slideshow-states.ts'
import { type Stage, type State, setStage } from './states/stage.ts'
import { uploadStates } from './states/upload-states.ts'

const folder = 'screenshots'
const all: readonly State[] = [...uploadStates, ...manageStates, ...adminStates, ...slideshowStates]
const states = thorough ? all : all.filter(({ main }) => main)
const looks = looksOr('390-dark-de', '1440-light-en')
let stage: Stage

beforeAll(async () => {
  stage = await setStage()
  if (thorough) await mkdir(folder, { recursive: true })
})
afterAll(() => stage[Symbol.asyncDispose]())

const seen = async (page: Page, look: PageLook, rules?: readonly string[]) => {
  const over = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
  expect(over, `sticks out at ${nameOf(look)}`).toBe(0)
  if (!process.env.E2E_PICTURES_ONLY) expect(await accessibilityFindings(page, { rules }), nameOf(look)).toEqual([])
}
const heightOf = ({ width }: PageLook) => (width < 800 ? 844 : 1000)

async function show({ name, open }: State, look: PageLook, other?: PageLook) {
  const { width, colorScheme, tongue } = look
  const locale = tongue === 'de' ? 'de-DE' : 'en-GB'
  const device = await newDevice(stage.browser, { width, height: heightOf(look), colorScheme, locale })
  const { page, context, complaints } = device
  try {
    await open({ stage, page, context, tongue, words: wordsOf(tongue) })
    if (thorough) {
      const fullPage = (await page.locator('[aria-modal=true], .yarl__portal').count()) === 0
      await page.screenshot({ path: `${folder}/${name}-${nameOf(look)}.png`, fullPage })
    }
    await seen(page, look)
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

/** Nothing sticks out, axe finds nothing, and nobody else is asked for anything. */
describe.each(states)('the state $name', { timeout: 60_000 }, (state) => {
  const [first, second] = looks
  // The short form opens each page once, and changes the look where it is.
  if (!thorough && first && second) it(`${nameOf(first)}, ${nameOf(second)}`, () => show(state, first, second))
  else it.each(looks.map((look) => [nameOf(look), look] as const))('%s', (_, look) => show(state, look))
})
