import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newDevice } from '#tests/support/pages/device.ts'
import { brokenWordsIn, reflowFaultsNow, twiceAsLarge } from '#tests/support/pages/reflow.ts'
import { wordsOf } from '#tests/support/pages/words.ts'
import { adminStates } from './states/admin-states.ts'
import { exhibitionStates } from './states/exhibition-states.ts'
import { galleryStates } from './states/gallery-states.ts'
import { peopleStates } from './states/people-states.ts'
import { slideshowStates } from './states/slideshow-states.ts'
import { type Stage, setStage } from './states/stage.ts'

const inLanguages: Readonly<Record<string, readonly string[]>> = {
  gallery: ['de', 'en', 'ar'],
  'gallery-photo': ['de', 'ar'],
  'gallery-empty': ['de', 'en'],
  slideshow: ['de', 'en'],
  'exhibition-slideshow-gone': ['de', 'en'],
  'consents-proof': ['de', 'en'],
  'queue-lightbox': ['de', 'en'],
  group: ['en'],
  'admin-redaction': ['de', 'en'],
  'manage-redaction': ['de', 'en'],
}
const all = [...adminStates, ...exhibitionStates, ...galleryStates, ...peopleStates, ...slideshowStates]
const cases = all.flatMap(({ name, open }) => (inLanguages[name] ?? []).map((language) => ({ name, language, open })))

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage[Symbol.asyncDispose]())

/** What is drawn on is not covered, once it is scrolled to. Runs in the page. */
const isInSight = `(() => {
  const photo = document.querySelector('[data-ready]')
  if (!photo) return true
  photo.scrollIntoView({ block: 'center' })
  const { left, top, width, height } = photo.getBoundingClientRect()
  return photo.contains(document.elementFromPoint(left + width / 2, top + height / 2))
})()`

/** A screen is as high as it is: what has no room scrolls, from its beginning. Runs in the page. */
const isReachable = `[...document.querySelectorAll('main section')].every(({ scrollHeight, clientHeight, firstElementChild }) => {
  const section = firstElementChild.parentElement
  return scrollHeight <= clientHeight + 1 || (getComputedStyle(section).overflowY === 'auto' && firstElementChild.offsetTop >= 0)
})`

async function brokenWords(page: Page): Promise<readonly string[]> {
  const own = '[role=dialog] .mantine-Button-label, :not([class*=_names_]) > .mantine-Modal-title'
  const found = await page.evaluate<string[]>(
    brokenWordsIn(`.slideshow-start h1, body > :is(header, main) > h1, ${own}`),
  )
  // No word, but an id.
  return found.filter((word) => word.length < 20)
}

/** On the narrowest phone, beyond what `looks` and `visitor-looks` measure. */
describe('letters twice as large at 320 pixels', () => {
  it.each(cases)('cut and break nothing: $name, $language', async ({ name, language, open }) => {
    const { page, context } = await newDevice(stage.browser, { locale: language })
    const locale = language === 'en' ? 'en' : 'de'
    await open({ stage, page, context, locale, words: wordsOf(locale) })
    await page.setViewportSize({ width: 320, height: 700 })
    await page.evaluate(twiceAsLarge)
    expect.soft(await reflowFaultsNow(page, language)).toEqual([])
    expect.soft(await brokenWords(page)).toEqual([])
    expect.soft(await page.evaluate(isInSight)).toBe(true)
    if (name.endsWith('slideshow-gone')) expect.soft(await page.evaluate(isReachable)).toBe(true)
    await context.close()
  })
})
