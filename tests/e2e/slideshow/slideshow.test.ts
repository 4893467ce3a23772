import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { accessibilityFindings, passTime } from '#tests/support/pages/device.ts'
import { isDrawn } from '#tests/support/pages/hang-group.ts'
import { photo, slideshowTests, stay, title } from '#tests/support/pages/slideshow.ts'
import { seedGroups } from '#tests/support/seed-groups.ts'
import { isChromium } from '#tests/support/servers/browser.ts'

const { app, hang, screen } = slideshowTests()

describe('what the slideshow shows', () => {
  const first = {
    title: 'First',
    name: 'Mira',
    description: 'Of leftovers.',
    year: 2019,
    captions: ['The legs', 'The seat'],
  }
  const titleOfFirst = async (page: Page) => {
    await title(page, 'First')
    await page.getByText('Mira, 2019').waitFor()
    await page.getByText('Of leftovers.').waitFor()
  }

  it('shows the photos of each group, oldest first, the title over the first one, and starts over', async () => {
    await hang({ title: 'Second', year: 2024 })
    await hang(first)
    const { page } = await screen()
    await titleOfFirst(page)
    await photo(page, 'The legs. Photo 1 of 2: First')
    expect(await isDrawn(page)).toBe(true)
    await page.getByText('The legs', { exact: true }).waitFor()
    await page.getByText('2019', { exact: true }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await passTime(page, 60)
    await photo(page, /The seat/)
    expect(await page.getByRole('heading', { level: 2 }).count()).toBe(0)
    await passTime(page, 60)
    await title(page, 'Second')
    await photo(page, 'Photo 1 of 1: Second')
    await passTime(page, 60)
    await title(page, 'First')
  })

  it('shows titles on cards of their own with `cards`', async () => {
    await hang({ title: 'Second', year: 2024 })
    await hang(first)
    const { page } = await screen(`${stay}&cards`)
    await titleOfFirst(page)
    await page.getByText('2 photos').waitFor()
    expect(await page.locator('figure').count()).toBe(0)
    await passTime(page, 60)
    await photo(page, 'The legs. Photo 1 of 2: First')
    expect(await page.locator('[data-step]:not([aria-hidden]) h2').count()).toBe(0)
    await passTime(page, 120)
    await title(page, 'Second')
  })

  it('says on every photo where to have it removed, upright and without captions, too', async () => {
    await hang({ title: 'Stool', captions: ['a', 'b'] })
    const { page } = await screen(`${stay}&captions=off`)
    for (const name of [/^a/, /^b/]) {
      await photo(page, name)
      for (const [width, height] of [
        [1920, 1080],
        [1080, 1920],
      ] as const) {
        await page.setViewportSize({ width, height })
        await page.getByText(`In this photo? ${new URL(app().url).host}`).waitFor()
      }
      await page.keyboard.press('ArrowRight')
    }
  })

  it('shows the code for removal requests rarely, and at most half as large as that for uploads', async () => {
    for (let year = 2011; year <= 2016; year++) await hang({ title: `Of ${year}`, year })
    const { page } = await screen(`${stay}&qr`)
    const removal = page.locator('[data-step]:not([aria-hidden])').getByRole('img', { name: /for removing a photo/ })
    const shown: number[] = []
    for (let year = 2011; year <= 2016; year++) {
      await title(page, `Of ${year}`)
      if ((await removal.count()) > 0) shown.push(year)
      if (year === 2011) {
        const upload = await page.getByRole('img', { name: 'QR code to the upload page' }).boundingBox()
        expect((await removal.boundingBox())?.width ?? 999).toBeLessThanOrEqual((upload?.width ?? 0) / 2)
      }
      await page.keyboard.press('ArrowRight')
    }
    expect(shown).toEqual([2011, 2016])
  })

  it('uses the whole width of an upright screen, and shows two landscapes above each other', async () => {
    await hang({ title: 'Stool', year: 2020 })
    await hang({ title: 'Table', year: 2021, captions: ['a', 'b'] })
    const { page } = await screen(stay, { width: 1080, height: 1920 })
    await title(page, 'Stool')
    expect((await page.locator('figure canvas').boundingBox())?.width).toBe(1080)
    await page.keyboard.press('ArrowRight')
    await title(page, 'Table')
    const [upper, lower] = await Promise.all(
      ['a', 'b'].map((name) => page.getByRole('img', { name: new RegExp(`^${name}`) }).boundingBox()),
    )
    expect((upper?.y ?? 0) + (upper?.height ?? 0)).toBeLessThan(lower?.y ?? 0)
    expect(Math.min(upper?.width ?? 0, lower?.width ?? 0)).toBeGreaterThan(900)
  })

  it('fades all words of a photo with it', async () => {
    await hang({ title: 'Stool' })
    const { page } = await screen(stay, { reducedMotion: 'no-preference' })
    await title(page, 'Stool')
    await hang({ title: 'Table', name: 'Mira' })
    await passTime(page, 3)
    const words = page.locator('[data-step]:not([aria-hidden])').getByText('New from Mira')
    await words.waitFor()
    await page.keyboard.press('ArrowRight')
    const covered = page.locator('[data-step][aria-hidden]').getByText('New from Mira')
    await covered.waitFor()
    expect(await page.getByText('New from Mira').count()).toBe(1)
  })

  it('waits for the first photos with a code to the upload page', async () => {
    const { page } = await screen()
    await title(page, 'Waiting for photos')
    await page.getByRole('img', { name: 'QR code to the upload page' }).waitFor()
    await page.locator('figcaption', { hasText: new URL(app().url).host }).waitFor()
    await page.getByText(`No phone reaches ${app().url}/`).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    const stool = await hang({ title: 'Stool' })
    await passTime(page, 60)
    await title(page, 'Stool')
    await stool.owner.send('DELETE')
    await passTime(page, 60)
    await title(page, 'Waiting for photos')
  })

  it('shows the code and whole lines on a phone in landscape', async () => {
    const flat = { width: 740, height: 360 }
    const { page } = await screen(stay, flat)
    await title(page, 'Waiting for photos')
    const address = await page.locator('figcaption').boundingBox()
    expect((address?.y ?? 0) + (address?.height ?? 0)).toBeLessThan(flat.height)
    const lines = Array.from({ length: 9 }, (_, n) => `Line ${n + 1}`).join('\n')
    await hang({ title: 'A stool of leftovers, oiled twice', description: lines })
    await passTime(page, 60)
    await title(page, 'A stool of leftovers, oiled twice')
    const [height, lineHeight] = await page.evaluate<[number, number]>(`(() => {
      const [text] = [...document.querySelectorAll('section p')].filter((p) => p.textContent.startsWith('Line 1'))
      const { paddingTop, lineHeight } = getComputedStyle(text)
      return [text.clientHeight - parseFloat(paddingTop), parseFloat(lineHeight)]
    })()`)
    expect(height / lineHeight).toBeCloseTo(3, 1)
  })

  it('aligns right-to-left texts on the right', async () => {
    await hang({ title: 'خزانة كتب', name: 'ليلى', year: 2023 })
    const { page } = await screen()
    await title(page, 'خزانة كتب')
    const [name, year] = await page.evaluate<[number, number]>(`(() => {
      const name = document.querySelector('bdi')
      const year = document.createRange()
      year.selectNodeContents(name.parentElement.parentElement.lastChild)
      return [name, year].map((part) => part.getBoundingClientRect().right)
    })()`)
    expect(name).toBeGreaterThan(year)
  })

  // Firefox's driver cannot request reduced motion.
  it.each(isChromium ? (['reduce', 'no-preference'] as const) : (['no-preference'] as const))(
    'fades from one photo to the next unless reduced motion is requested: %s',
    async (reducedMotion) => {
      await hang({ title: 'Stool', captions: ['a', 'b'] })
      const { page } = await screen(stay, { reducedMotion })
      await photo(page, /^a/)
      await page.keyboard.press('ArrowRight')
      await photo(page, /^b/)
      const fading = await page.evaluate<number>(
        `document.getAnimations().filter((each) => each.playState === 'running' && each.effect.getTiming().duration > 1).length`,
      )
      expect(fading > 0).toBe(reducedMotion !== 'reduce')
      // The photo before stays below until this one has covered it.
      expect(await page.locator('[data-step]').count()).toBe(2)
      await passTime(page, 2)
      expect(await page.locator('[data-step]').count()).toBe(1)
    },
  )

  it('is in German in a German browser', async () => {
    const { page } = await screen(stay, { locale: 'de-DE' })
    await title(page, 'Wir warten auf Fotos')
    expect(await page.title()).toBe('Diashow · Werkschau')
  })
})

describe('what the slideshow loads', () => {
  it('adds new groups and removes withdrawn ones within a minute, without a reload', async () => {
    const stool = await hang({ title: 'Stool', year: 2020, captions: ['a', 'b'] })
    const { page } = await screen('autostart&seconds=600')
    await photo(page, /^a\./)
    await hang({ title: 'Table', year: 2021 })
    // A new group does not wait for its turn.
    await passTime(page, 3)
    await title(page, 'Table')
    await passTime(page, 600)
    await photo(page, /^b\./)
    await page.keyboard.press('ArrowDown')
    await title(page, 'Table')
    await page.keyboard.press('ArrowUp')
    await photo(page, /^a\./)

    await stool.owner.send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' })
    await passTime(page, 60)
    await title(page, 'Table')
    await page.keyboard.press('ArrowDown')
    await passTime(page, 5)
    await title(page, 'Table')
    expect(await page.getByText('Stool').count()).toBe(0)
  })

  it('shows the new words of a photo on display, and the old ones no longer', async () => {
    const { groupId } = await hang({ title: 'Stool', captions: ['Anna Meier'] })
    const { page } = await screen('autostart&seconds=600')
    await photo(page, /^Anna Meier/)
    const admin = await loginAsAdmin(app())
    const [image] = (await ask(admin, 'getAdminGroup', { params: { groupId } })).images
    const params = { groupId, imageId: image?.id ?? 0 }
    await ask(admin, 'editImage', { params, json: { image_description: 'The legs' } })
    await passTime(page, 3)
    await photo(page, /^The legs/)
    expect(await page.getByText('Anna Meier').count()).toBe(0)
  })

  it('shows new groups after an outage although the clock was set back meanwhile', async () => {
    await hang({ title: 'Stool' })
    const { page } = await screen('autostart&seconds=600', { live: false })
    await title(page, 'Stool')
    await page.route('**/api/groups', (route) => route.abort(), { times: 1 })
    await passTime(page, 20)
    await page.getByTitle('No connection.').waitFor()
    await page.clock.setSystemTime(await page.evaluate<number>('Date.now() - 3_600_000'))
    await passTime(page, 20)
    await page.getByTitle('No connection.').waitFor({ state: 'detached' })
  })

  it('does not cache the page of a hotspot as a photo', async () => {
    const { page } = await screen(stay, { live: false })
    await title(page, 'Waiting for photos')
    const photos = /\/(upload|previews)\//
    await page.route(photos, (route) => route.fulfill({ status: 200, contentType: 'text/html', body: 'Log in' }))
    await hang({ title: 'Stool', captions: ['In oak'] })
    await passTime(page, 60)
    await page.getByRole('heading', { name: 'Waiting for photos' }).waitFor({ state: 'detached' })
    await passTime(page, 10)
    await page.unroute(photos)
    await passTime(page, 20)
    await photo(page, /In oak/)
  })

  it('reads a long feed once, page by page, and then only checks for changes', async () => {
    const specs = Array.from({ length: 1_200 }, (_, i) => ({
      title: `No. ${i}`,
      year: 1900 + Math.floor(i / 100),
      isApproved: true,
    }))
    const { page } = await screen(`${stay}&cards`, { live: false })
    await title(page, 'Waiting for photos')
    await seedGroups(app().app.deps.database, specs)
    // During the service's first read of the feed, its answers differ.
    await expect.poll(async () => (await app().fetch('/api/groups')).headers.get('etag')).not.toBeNull()
    const answers: number[] = []
    page.on('response', (response) => {
      if (response.url().includes('/api/groups')) answers.push(response.status())
    })
    await page.reload()
    await title(page, 'No. 0')
    // One answer that turns out to be long, and its three pages.
    await expect.poll(() => answers.filter((status) => status !== 304)).toEqual([200, 200, 200, 200])
    answers.length = 0
    await passTime(page, 60)
    await expect.poll(() => answers.length).toBeGreaterThan(0)
    expect(new Set(answers)).toEqual(new Set([304]))
  })

  it('removes what was withdrawn while a long feed changes faster than it is read', async () => {
    const stool = await hang({ title: 'Stool', year: 1850 })
    const specs = Array.from({ length: 1_200 }, () => ({ year: 1900, isApproved: true }))
    const [{ groupId } = { groupId: '' }] = await seedGroups(app().app.deps.database, specs)
    const { page } = await screen(stay, { clock: false })
    await title(page, 'Stool')
    await page.route('**/api/groups?**', async (route) => {
      await sleep(400)
      await route.continue().catch(() => undefined)
    })
    const admin = await loginAsAdmin(app())
    const left = page.getByRole('heading', { level: 2, name: 'Stool' }).waitFor({ state: 'detached' })
    const isLeft = left.then(() => true)
    await stool.owner.send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' })
    for (let approved = false; !(await Promise.race([isLeft, sleep(700)])); approved = !approved)
      await ask(admin, 'approveGroup', { params: { groupId }, json: { approved } })
  })
})

describe('how the slideshow is operated', () => {
  it('starts in full screen with one press, and hides an idle cursor', async () => {
    await hang({ title: 'A stool' })
    const { page } = await screen('', { clock: false })
    await page.getByText('1 group, 1 photo').waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Start' }).press('Enter')
    await title(page, 'A stool')
    await expect.poll(() => page.evaluate('document.fullscreenElement !== null')).toBe(true)
    const cursor = () => page.evaluate(`getComputedStyle(document.querySelector('main')).cursor`)
    expect(await cursor()).toBe('none')
    await page.mouse.move(200, 200)
    await page.mouse.move(300, 200)
    expect(await cursor()).toBe('auto')
    await page.getByRole('button', { name: 'Exit full screen' }).click()
    await expect.poll(() => page.evaluate('document.fullscreenElement !== null')).toBe(false)
    expect(await page.locator('.page-head').count()).toBe(0)
  })

  it('reacts to its keys', async () => {
    await hang({ title: 'Stool', year: 2020, captions: ['a', 'b'] })
    await hang({ title: 'Table', year: 2021 })
    const { page } = await screen()
    await title(page, 'Stool')
    await page.keyboard.press('Space')
    await page.getByText('Paused').waitFor()
    await passTime(page, 90)
    await photo(page, /^a/)
    await page.keyboard.press('ArrowRight')
    await photo(page, /^b/)
    await page.keyboard.press('ArrowLeft')
    await photo(page, /^a/)
    await page.keyboard.press('ArrowLeft')
    await photo(page, /Table/)
    await page.keyboard.press('ArrowUp')
    await photo(page, /^a/)
    await page.keyboard.press('Space')
    await passTime(page, 60)
    await photo(page, /^b/)

    const information = page.getByRole('region', { name: 'This screen' })
    await page.keyboard.press('i')
    await information.getByText('2 groups, 3 photos').waitFor()
    await information.getByText('2 of 3').waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await page.keyboard.press('?')
    await page.getByRole('region', { name: 'Keyboard shortcuts' }).getByText('Pause, resume').waitFor()
    expect(await information.count()).toBe(0)
    expect(await accessibilityFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(await page.getByRole('region', { name: 'Keyboard shortcuts' }).count()).toBe(0)
    await page.keyboard.press('f')
    await expect.poll(() => page.evaluate('document.fullscreenElement !== null')).toBe(true)
  })

  it('reads its options from the URL', async () => {
    for (const year of [2019, 2020, 2021]) await hang({ title: `Of ${year}`, year, captions: ['A caption'] })
    const { page } = await screen(`${stay}&order=newest&year=2019-2020&captions=off&fit=cover&qr`)
    await title(page, 'Of 2020')
    await page.getByRole('img', { name: 'QR code to the upload page' }).waitFor()
    await photo(page, 'A caption. Photo 1 of 1: Of 2020')
    expect(await page.locator('figcaption', { hasText: 'A caption' }).count()).toBe(0)
    expect(await accessibilityFindings(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await title(page, 'Of 2019')
  })

  it('shows each for eight seconds by default, and lists invalid options', async () => {
    await hang({ title: 'Stool', captions: ['a', 'b'] })
    const { page } = await screen('autostart&seconds=soon&speed=3')
    await title(page, 'Stool')
    await page.keyboard.press('i')
    const information = page.getByRole('region', { name: 'This screen' })
    await information.getByText('8 seconds').waitFor()
    await information.getByText('seconds=soon').waitFor()
    await information.getByText('a number from 2 to 3600').waitFor()
    await information.getByText('speed=3').waitFor()
    await information.getByText('there is no such setting').waitFor()
    await passTime(page, 8)
    await photo(page, /^b/)
  })
})
