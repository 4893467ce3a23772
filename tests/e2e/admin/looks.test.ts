import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminStates } from '#tests/e2e/states/admin-states.ts'
import { exhibitionStates } from '#tests/e2e/states/exhibition-states.ts'
import { peopleStates } from '#tests/e2e/states/people-states.ts'
import { type Stage, setStage } from '#tests/e2e/states/stage.ts'
import { thorough } from '#tests/e2e/states/variants.ts'
import { type Device, newDevice } from '#tests/support/pages/device.ts'
import { addStyle, brokenWords, reflowFaultsNow, rootFont } from '#tests/support/pages/reflow.ts'
import { wordsOf } from '#tests/support/pages/words.ts'

const few = [
  'admin-overview',
  'admin-removal-requests',
  'queue-selected',
  'queue-lightbox',
  'group',
  'consents',
  'press',
  'settings',
  'exhibition',
  'staff-links',
  'takedowns',
]
const people = peopleStates.filter(({ name }) => name.startsWith('admin-'))
const states = [...adminStates, ...exhibitionStates, ...people].filter(({ name }) => thorough || few.includes(name))

let stage: Stage
/** Of the admin's pages: a new tab for each would load all scripts again. */
let adminTab: Device | undefined
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage[Symbol.asyncDispose]())

/** On a phone, with letters up to twice as large; no word of a button is broken with letters as usual. */
describe('a moderator sees everything within the screen', () => {
  it.each(states)('$name', async ({ open, sharesTab }) => {
    const isShared = !thorough && sharesTab === true
    const device = (isShared && adminTab) || (await newDevice(stage.browser, { locale: 'de-DE' }))
    if (isShared) adminTab = device
    const { page, context } = device
    await page.setViewportSize({ width: 390, height: 844 })
    await open({ stage, page, context, locale: 'de', words: wordsOf('de') })
    const style = await addStyle(page)
    for (const [width, font] of [
      [390, 16],
      [390, 32],
      [320, 32],
    ] as const) {
      await page.setViewportSize({ width, height: 844 })
      await style(rootFont(font))
      expect.soft(await reflowFaultsNow(page, `${width} pixels, font of ${font}`)).toEqual([])
    }
    await style('')
    for (const width of [390, 1280, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      expect.soft(await reflowFaultsNow(page, `${width} pixels`)).toEqual([])
      expect.soft(await page.evaluate(brokenWords), `${width} pixels`).toEqual([])
    }
    if (!isShared) await context.close()
  })
})
