import { describe, expect, it } from 'vitest'
import { ownGroup } from '#tests/support/manage.ts'
import { scrollsSideways } from '#tests/support/pages/device.ts'
import { captionPhoto, openLarge } from '#tests/support/pages/draft.ts'
import {
  app,
  askToDelete,
  choose,
  images,
  managementPageTests,
  ownTitled,
  visit,
} from '#tests/support/pages/management-page.ts'
import { isChromium } from '#tests/support/servers/browser.ts'

describe('the look of the management page', () => {
  managementPageTests()

  it('shows twelve photos on a phone with at most 30 buttons, in at most 3,000 pixels', async () => {
    const { page } = await visit(await ownTitled(12))
    await page.getByRole('switch', { name: 'Instagram' }).waitFor()
    const height = await page.evaluate('document.documentElement.scrollHeight')
    expect(height).toBeLessThanOrEqual(3_000)
    expect(await page.getByRole('button').count()).toBeLessThanOrEqual(30)
    expect(await page.locator('button').count()).toBeLessThanOrEqual(30)
  })

  it('deletes a photo, saves a caption on a phone and asks for a new link with two taps, and copies it with one', async () => {
    const own = await ownTitled(2)
    const { page, context } = await visit(own)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openLarge(page, 2)
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Caption of photo 2')
    await page.keyboard.type('Oiled')
    await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('dialog').getByText('Saved.').waitFor()
    expect((await images(own)).map(({ imageDescription }) => imageDescription)).toEqual([null, 'Oiled'])
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(page.url())
    await askToDelete(page, 1)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete photo' }).click()
    await page.getByText('1 of 50').waitFor()
    await page.getByRole('button', { name: 'Get a new link …' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Get a new link', exact: true }).click()
    await page.waitForURL((url) => !url.href.includes(own.token))
  })

  it.runIf(isChromium)('prints the link and its code, also folded, and no button', async () => {
    const { page } = await visit(await ownTitled(1))
    await page.getByRole('switch', { name: 'Instagram' }).waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.getByText(page.url()).waitFor()
    await page.getByRole('img', { name: 'QR code of the link' }).waitFor()
    expect(await page.locator('button:visible, input:visible').count()).toBe(0)
  })

  it('shows which consents are given in forced colours, too; the save bar covers no input, even at 200 % zoom', async () => {
    const { page } = await visit(await ownTitled(1))
    await page.emulateMedia({ forcedColors: 'active' })
    const given = () =>
      page.evaluate<boolean[]>(`(() => {
        const tracks = [...document.querySelectorAll('.mantine-Switch-track')]
        const [workshop, ...platforms] = tracks.map((track) => getComputedStyle(track).backgroundColor)
        return platforms.map((colour) => colour === workshop)
      })()`)
    // The colours of the tracks follow the change in a transition.
    await expect.poll(given).toEqual([true, false, false])

    await page.emulateMedia({ forcedColors: 'none' })
    await page.setViewportSize({ width: 640, height: 400 })
    const field = page.getByLabel('Title', { exact: true })
    await field.fill('Typed')
    const [typed, save] = await Promise.all([
      field.boundingBox(),
      page.getByRole('button', { name: 'Save changes' }).boundingBox(),
    ])
    expect((typed?.y ?? 0) + (typed?.height ?? 0)).toBeLessThan(save?.y ?? 0)
  })

  it('keeps the parts of a line in order around a right-to-left name', async () => {
    const own = await ownGroup(app, {
      images: 1,
      parts: { metadata: { title: 'خزانة كتب', name: 'ليلى', year: 2023 } },
    })
    const { page } = await visit(own)
    await page.locator('header bdi').nth(2).waitFor()
    const edges = await page.evaluate(`(() => {
      const left = (element) => element.getBoundingClientRect().left
      const [name, year, count] = document.querySelectorAll('header bdi')
      return [left(name) < left(year), left(year) < left(count)]
    })()`)
    expect(edges).toEqual([true, true])
  })

  it('has targets of 44 pixels and never scrolls sideways, even at 320 pixels', async () => {
    const own = await ownTitled(2)
    const { page } = await visit(own, { width: 320, locale: 'de-DE' })
    await captionPhoto(page, 1, 'Etwas')
    await page.getByRole('heading', { name: 'Dein Link' }).click()
    await page.getByRole('switch', { name: 'Bildschirm in der Werkstatt' }).press('Space')
    await choose(page)
    await page.getByRole('img', { name: 'new.jpg' }).waitFor()
    const small = await page.locator('button:visible, input[type=text]:visible, textarea').evaluateAll((all) =>
      all
        .map((one) => ({ box: one.getBoundingClientRect(), html: one.outerHTML }))
        .filter(({ box }) => box.width < 44 || box.height < 44)
        .map(({ box, html }) => `${box.width} x ${box.height} ${html}`),
    )
    expect(small).toEqual([])
    expect(await page.evaluate(scrollsSideways)).toBe(false)
  })
})
