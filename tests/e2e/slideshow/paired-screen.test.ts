import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Screen, ScreenSettings } from '#contract/screens.ts'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { accessibilityFindings, passTime } from '#tests/support/pages/device.ts'
import { photo, slideshowTests, stay, title } from '#tests/support/pages/slideshow.ts'
import { bodyOf } from '#tests/support/upload.ts'

const { app, hang, screen } = slideshowTests()

describe('a paired screen', () => {
  /** Of the visible captions: the height of the smallest line as a share of the screen's shorter side, and whether anything covers one. */
  const captionsOf = (page: Page) =>
    page.evaluate<{ count: number; percent: number; covered: boolean }>(`(() => {
      const all = (selector) => [...document.querySelectorAll('[data-step]:not([aria-hidden]) ' + selector)]
      const boxes = (elements) => elements.map((each) => each.getBoundingClientRect())
      const captions = boxes(all('figcaption'))
      const others = boxes([...all('figure > p'), document.querySelector('aside')])
      const sizes = all('figcaption p').map((line) => parseFloat(getComputedStyle(line).fontSize))
      const meet = (a, b) => a.right > b.left && a.left < b.right && a.bottom > b.top && a.top < b.bottom
      return {
        count: captions.length,
        percent: (Math.min(...sizes) / Math.min(innerWidth, innerHeight)) * 100,
        covered: captions.some((caption) => others.some((other) => meet(caption, other))),
      }
    })()`)
  const legibleAt = async (page: Page, [width, height, count]: readonly [number, number, number]) => {
    await page.setViewportSize({ width, height })
    const seen = async () => {
      const { percent, ...rest } = await captionsOf(page)
      return { ...rest, isLarge: percent >= 3 }
    }
    await expect.poll(seen, { message: `${width} × ${height}` }).toEqual({ count, covered: false, isLarge: true })
  }

  /** Pairs the screen of a page; returns what changes its settings. */
  const pair = async (page: Page) => {
    const admin = await loginAsAdmin(app())
    await page.keyboard.press('p')
    const region = page.getByRole('region', { name: 'Pair this screen' })
    const code = await region.getByText(/^[A-Z2-9]{3} [A-Z2-9]{3}$/).textContent()
    const json = { code, name: 'Entrance' }
    const answer = await admin.fetch('/api/admin/screens', { method: 'POST', json })
    const { screen: paired } = await bodyOf<{ screen: Screen }>(answer)
    await passTime(page, 10)
    await region.waitFor({ state: 'detached' })
    const change = (settings: Partial<ScreenSettings>) =>
      admin.fetch(`/api/admin/screens/${paired.id}`, {
        method: 'PATCH',
        json: { settings: { ...paired.settings, ...settings } },
      })
    return { admin, paired, change }
  }

  it('draws each photo once, also after its settings have changed', async () => {
    await hang({ title: 'Old', year: 2019 })
    await hang({ title: 'New', year: 2024, captions: ['a', 'b', 'c'] })
    const { page } = await screen('autostart&seconds=10')
    await page.evaluate(`{
      const { postMessage } = Worker.prototype
      window.drawn = 0
      Worker.prototype.postMessage = function (...message) {
        window.drawn++
        return postMessage.apply(this, message)
      }
    }`)
    await title(page, 'Old')
    const { change } = await pair(page)
    for (const year of [2024, 2019, 2024]) {
      await change({ years: { from: year, to: year } })
      await passTime(page, 10)
      await title(page, year === 2019 ? 'Old' : 'New')
    }
    const before = await page.evaluate<number>('window.drawn')
    await passTime(page, 100)
    const drawn = (await page.evaluate<number>('window.drawn')) - before
    expect(drawn).toBeGreaterThan(5)
    expect(drawn).toBeLessThan(15)
  })

  it('says that the network is missing, and shows the code once it is back', async () => {
    for (const query of ['', 'autostart']) {
      const { page, context } = await screen(query, { clock: false })
      const button = page.getByRole('button', { name: 'Pair this screen' })
      await (query ? page.getByRole('heading', { name: 'Waiting for photos' }) : button).waitFor()
      await context.setOffline(true)
      if (query) await page.keyboard.press('p')
      else await button.press('Enter')
      const region = page.getByRole('region', { name: 'Pair this screen' })
      await region.getByText('No connection.', { exact: false }).waitFor()
      // A second press would stop it.
      if (!query) expect(await button.getAttribute('aria-pressed')).toBe('true')
      expect(await accessibilityFindings(page)).toEqual([])
      await context.setOffline(false)
      await region.getByText(/^[A-Z2-9]{3} [A-Z2-9]{3}$/).waitFor()
      expect(await region.getByText('No connection.', { exact: false }).count()).toBe(0)
    }
  })

  it('no longer asks for a code without a network after a second press', async () => {
    const { page, context } = await screen('autostart')
    await page.getByRole('heading', { name: 'Waiting for photos' }).waitFor()
    await context.setOffline(true)
    await page.keyboard.press('p')
    const region = page.getByRole('region', { name: 'Pair this screen' })
    await region.waitFor()
    await page.keyboard.press('p')
    await region.waitFor({ state: 'detached' })
    await context.setOffline(false)
    await passTime(page, 10)
    expect(await region.count()).toBe(0)
    await page.keyboard.press('p')
    await region.getByText(/^[A-Z2-9]{3} [A-Z2-9]{3}$/).waitFor()
  })

  it('asks for a code in place of an expired one with each report, not at once again, where it is refused', async () => {
    const { page } = await screen('autostart')
    await page.getByRole('heading', { name: 'Waiting for photos' }).waitFor()
    await page.keyboard.press('p')
    const code = page.getByRole('region', { name: 'Pair this screen' }).getByText(/^[A-Z2-9]{3} [A-Z2-9]{3}$/)
    const expired = await code.textContent()
    let asked = 0
    await page.route('**/heartbeat', (route) => route.fulfill({ status: 404, json: { code: 'SCREEN_NOT_FOUND' } }))
    await page.route('**/pairings', (route) => {
      asked++
      return route.fulfill({ status: 429, json: { code: 'RATE_LIMITED' } })
    })
    await passTime(page, 20)
    await sleep(1_000)
    expect(asked).toBeLessThan(6)
    expect(asked).toBeGreaterThan(1)
    expect(await code.textContent()).toBe(expired)
    await page.unroute('**/pairings')
    await passTime(page, 10)
    await expect.poll(() => code.textContent()).not.toBe(expired)
  })

  it('shows a code, then follows its settings, commands and opening hours; a new photo appears at once', async () => {
    await hang({
      title: 'First',
      captions: ['Before', 'A caption that is so long that it takes two lines on any screen'],
    })
    const { page } = await screen(`${stay}&qr`)
    await title(page, 'First')
    const { admin, paired, change } = await pair(page)
    await page.getByRole('complementary', { name: 'Show your photos' }).waitFor()

    const loseAnswer = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/heartbeat'))
    await page.route('**/heartbeat', loseAnswer, { times: 1 })
    await admin.fetch(`/api/admin/screens/${paired.id}/commands`, { method: 'POST', json: { command: 'skip' } })
    await passTime(page, 20)
    await lost
    await passTime(page, 10)
    await photo(page, /A caption/)
    for (const look of [
      [3840, 2160, 1],
      // Two landscapes share an upright screen; a wide one then goes on with the first of them.
      [1080, 1920, 2],
      [1920, 1080, 1],
    ] as const)
      await legibleAt(page, look)

    await hang({ title: 'Third', name: 'Ayşe', upright: true, captions: ['Just in', 'Beside it'] })
    await passTime(page, 3)
    await photo(page, /Just in/)
    await page.getByText('New from Ayşe').waitFor()
    await legibleAt(page, [1920, 1080, 2])
    await passTime(page, 60)
    await photo(page, /A caption/)
    await page.getByText('New from Ayşe').waitFor({ state: 'detached' })

    await change({ layout: 'split' })
    await passTime(page, 20)
    await page.locator('[data-ahead]').first().waitFor({ state: 'attached' })
    expect(await accessibilityFindings(page)).toEqual([])

    const shut = { days: [1], from: '03:00', to: '03:01' }
    await page.clock.setFixedTime('2026-11-11T12:00:00Z')
    await change({ openingHours: shut })
    await passTime(page, 20)
    await page.locator('[data-closed]').waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
  })
})
