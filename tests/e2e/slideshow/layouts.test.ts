import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { accessibilityFindings, passTime } from '#tests/support/pages/device.ts'
import { slideshowTests, stay } from '#tests/support/pages/slideshow.ts'
import { isChromium } from '#tests/support/servers/browser.ts'

const { app, hang, screen } = slideshowTests()

const titles = (count: number) => Array.from({ length: count }, (_, n) => `No. ${n}.`)
/** One photo each. */
const hangAll = async (count: number) => {
  const groups = []
  for (const title of titles(count)) groups.push(await hang({ title }))
  return groups
}
/** The titles of the photos on display by where they are, and whether each is drawn. */
const tiles = (page: Page) =>
  page.evaluate<
    string[]
  >(`[...document.querySelectorAll('[data-step]:not([aria-hidden]) div[role=img]')].map((each) => {
    const { width, height } = each.querySelector('canvas').getBoundingClientRect()
    return each.ariaLabel.split(': ')[1] + (width > 100 && height > 100 ? '' : ' (not drawn)')
  })`)
const fill = async (page: Page, count: number) => {
  await expect
    .poll(async () => {
      await passTime(page, 1)
      return (await tiles(page)).length
    })
    .toBe(count)
  return tiles(page)
}

describe('the layout `wall`', () => {
  it('fills, then changes one photo at a time', async () => {
    await hangAll(12)
    const { page } = await screen(`${stay}&layout=wall`)
    const first = await fill(page, 9)
    expect(first.toSorted()).toEqual(titles(9).toSorted())
    expect(
      await page
        .getByText(/^In this photo\?/)
        .filter({ visible: true })
        .count(),
    ).toBe(1)
    expect(await accessibilityFindings(page)).toEqual([])
    await passTime(page, 20)
    expect(await tiles(page)).toEqual(first)
    await passTime(page, 45)
    await expect.poll(async () => (await tiles(page)).filter((each) => !first.includes(each))).toEqual(['No. 9.'])
    expect((await tiles(page)).filter((each) => first.includes(each))).toHaveLength(8)
  })

  it.each([
    [1, [1920, 1080]],
    [2, [1920, 1080]],
    [2, [1080, 1920]],
    [5, [1080, 1920]],
  ] as const)('fills the screen with %i photos at %j', async (count, [width, height]) => {
    await hangAll(count)
    const { page } = await screen(`${stay}&layout=wall&codes=off&captions=off&fit=cover`, { width, height })
    expect((await fill(page, count)).toSorted()).toEqual(titles(count))
    const areas = await page.evaluate<number>(`[...document.querySelectorAll('[data-step]:not([aria-hidden])')]
      .map((each) => each.getBoundingClientRect()).reduce((sum, { width, height }) => sum + width * height, 0)`)
    expect(areas / (width * height)).toBeGreaterThan(0.95)
    await passTime(page, 120)
    expect((await tiles(page)).toSorted()).toEqual(titles(count))
  })

  it('takes down a withdrawn and a redacted photo immediately, wherever they hang, and they do not come back', async () => {
    const groups = await hangAll(10)
    const { page } = await screen(`${stay}&layout=wall`)
    const first = await fill(page, 9)
    await groups[0]?.owner.send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' })
    await passTime(page, 2)
    await expect.poll(() => page.getByText('No. 0.').count()).toBe(0)
    const now = await fill(page, 9)
    expect(now).toEqual(first.map((each) => (each === 'No. 0.' ? 'No. 9.' : each)))

    const groupId = groups[4]?.groupId ?? ''
    const { images } = await ask(app(), 'getGroup', { params: { groupId } })
    const marked = page.locator('canvas[data-before]')
    await page.evaluate(`document.querySelector('div[role=img][aria-label$="No. 4."] canvas').dataset.before = ''`)
    expect(await marked.count()).toBe(1)
    const params = { groupId, imageId: images[0]?.id ?? 0 }
    const json = { regions: [{ x: 0, y: 0, width: 0.5, height: 1 }] }
    await ask(await loginAsAdmin(app()), 'redactImage', { params, json })
    await passTime(page, 2)
    await expect.poll(() => marked.count()).toBe(0)
    expect(await fill(page, 9)).toHaveLength(9)
    await passTime(page, 600)
    expect(await page.getByText('No. 0.').count()).toBe(0)
  })
})

/** The page's time passes only where a test lets it. */
const holdTime = async (page: Page) => page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1_000)
/** In steps, each as long as a request really takes. */
const passTenths = async (page: Page, tenths: number) => {
  for (let step = 0; step < tenths * 10; step++) await passTime(page, 0.01)
}

describe.each(['single', 'wall', 'split'])('the layout `%s`', (layout) => {
  const hung = async () => {
    const groups = await hangAll(3)
    const { page } = await screen(`autostart&seconds=600&layout=${layout}&codes=off`)
    await fill(page, layout === 'wall' ? 3 : 1)
    await holdTime(page)
    return { groups, page }
  }

  it('shows a new group after a second', async () => {
    const { page } = await hung()
    await hang({ title: 'Stool', name: 'Mira' })
    await passTenths(page, 10)
    expect(await page.getByText('New from Mira').isVisible()).toBe(true)
    expect(await tiles(page)).toContain('Stool')
  })

  it('shows something else in the place of a withdrawn photo after 0.1 seconds', async () => {
    const { groups, page } = await hung()
    const image = page.locator('[data-step]:not([aria-hidden]) div[role=img][aria-label$="No. 0."]')
    const { x = 0, y = 0, width = 0, height = 0 } = (await image.boundingBox()) ?? {}
    const there = `document.elementFromPoint(${x + width / 2}, ${y + height / 2})?.closest('[data-step]')?.textContent`
    expect(await page.evaluate(there)).toContain('No. 0.')
    await groups[0]?.owner.send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' })
    await passTenths(page, 1)
    expect((await page.evaluate(there)) ?? '').not.toContain('No. 0.')
    expect(await page.locator('[aria-label*="No. 0."]').count()).toBe(0)
  })
})

describe('the layout `split`', () => {
  const row = (page: Page) =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll('[data-ahead] div[role=img]')].map((each) => each.ariaLabel.split(': ')[1])`,
    )

  it('shows one photo and the next three, and moves on by one', async () => {
    await hangAll(6)
    const { page } = await screen(`${stay}&layout=split`)
    await passTime(page, 2)
    await expect.poll(() => row(page)).toEqual(['No. 1.', 'No. 2.', 'No. 3.'])
    expect(await tiles(page)).toEqual(['No. 0.'])
    expect(await accessibilityFindings(page)).toEqual([])
    await passTime(page, 58)
    await expect.poll(() => tiles(page)).toEqual(['No. 1.'])
    await passTime(page, 2)
    await expect.poll(() => row(page)).toEqual(['No. 2.', 'No. 3.', 'No. 4.'])
  })

  it.each([1, 2, 3])('shows %i photos, each once', async (count) => {
    await hangAll(count)
    const { page } = await screen(`${stay}&layout=split`)
    for (let n = 0; n < 4; n++) {
      await passTime(page, 3)
      await expect.poll(async () => [...(await tiles(page)), ...(await row(page))].toSorted()).toEqual(titles(count))
      await page.keyboard.press('ArrowRight')
    }
  })

  it('takes a withdrawn photo out of the row immediately, and the next follows', async () => {
    const groups = await hangAll(6)
    const { page } = await screen(`${stay}&layout=split`)
    await passTime(page, 2)
    await expect.poll(() => row(page)).toEqual(['No. 1.', 'No. 2.', 'No. 3.'])
    await groups[2]?.owner.send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' })
    await passTime(page, 2)
    await expect.poll(() => row(page)).toEqual(['No. 1.', 'No. 3.', 'No. 4.'])
    expect(await page.locator('[aria-label*="No. 2."]').count()).toBe(0)
  })

  // Firefox's driver cannot request reduced motion.
  it.runIf(isChromium)('moves nothing where reduced motion is requested', async () => {
    await hangAll(6)
    const { page } = await screen(`${stay}&layout=split`, { reducedMotion: 'reduce' })
    await passTime(page, 2)
    await expect.poll(() => row(page)).toHaveLength(3)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => tiles(page)).toEqual(['No. 1.'])
    const moving = `document.getAnimations().filter((each) => each.playState === 'running' && each.effect.getTiming().duration > 1).length`
    expect(await page.evaluate(moving)).toBe(0)
  })
})
