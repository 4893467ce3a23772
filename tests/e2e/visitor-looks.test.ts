import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFindings, newDevice } from '#tests/support/pages/device.ts'
import { addStyle, reflowFaultsNow, rootFont, wideSpacing } from '#tests/support/pages/reflow.ts'
import { wordsOf } from '#tests/support/pages/words.ts'
import { manageStates } from './states/manage-states.ts'
import { peopleStates } from './states/people-states.ts'
import { type Stage, setStage } from './states/stage.ts'
import { uploadStates } from './states/upload-states.ts'
import { thorough } from './states/variants.ts'

const few = [
  'upload-draft',
  'upload-large',
  'upload-mine',
  'removal-form',
  'manage-edited',
  'manage-large-edited',
  'manage-renew',
]
const states = [...uploadStates, ...manageStates, ...peopleStates].filter(({ name }) =>
  thorough ? /^(upload|manage|removal)/.test(name) : few.includes(name),
)
const widths = thorough ? [320, 390, 820, 1440] : [320, 820]
/** The root font: 100, 150 and 200 %. */
const fonts = thorough ? [16, 24, 32] : [16, 32]
const schemes = ['light', 'dark'] as const

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage[Symbol.asyncDispose]())

/** A page that is offline keeps its language: the words of another one are not on the device. */
async function speak(page: Page, language: string): Promise<void> {
  if (!(await page.evaluate('navigator.onLine'))) return
  await page.locator('header select').selectOption(language, { force: true })
  await page.locator(`html[lang=${language}]`).waitFor()
}

async function reflowFaults(page: Page, languages: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  const style = await addStyle(page)
  for (const language of languages) {
    await speak(page, language)
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 800 ? 844 : 1000 })
      for (const font of fonts) {
        await style(rootFont(font))
        found.push(...(await reflowFaultsNow(page, `${language}, ${width} pixels, font of ${font}`)))
      }
      await style(wideSpacing)
      found.push(...(await reflowFaultsNow(page, `${language}, ${width} pixels, wide spacing`)))
      await style('')
    }
  }
  return found
}

async function colourFaults(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  for (const forcedColors of ['none', 'active'] as const)
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, forcedColors })
      // Forced colours are the system's own: their contrast is not the page's.
      const rules = forcedColors === 'none' ? ['color-contrast', 'target-size'] : ['target-size', 'link-in-text-block']
      const findings = await accessibilityFindings(page, { rules })
      found.push(...findings.map((finding) => `${colorScheme}, forced colours ${forcedColors}: ${finding}`))
    }
  return found
}

/** From 320 to 1440 pixels, fonts up to 200 %, wide spacing, left to right and right to left, light, dark, forced colours. */
describe('a visitor sees everything within the screen', () => {
  it.each(states)('$name', async ({ name, open }) => {
    const { page, context } = await newDevice(stage.browser, { locale: 'de-DE' })
    await open({ stage, page, context, locale: 'de', words: wordsOf('de') })
    expect.soft(await reflowFaults(page, ['de', 'ar', ...(/edited/.test(name) ? ['en', 'tr'] : [])])).toEqual([])
    expect.soft(await colourFaults(page)).toEqual([])
    await context.close()
  })
})
