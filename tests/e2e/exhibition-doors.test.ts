import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { addExhibition, changeExhibition, type Exhibition } from '#tests/support/exhibitions.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { accessibilityFindings, type Look, passTime } from '#tests/support/pages/device.ts'
import { app, deviceTests, openDevice } from '#tests/support/pages/device-tests.ts'
import { overflowing, twiceAsLarge } from '#tests/support/pages/reflow.ts'

let admin: Session
let photo: { name: string; mimeType: string; buffer: Buffer }
deviceTests()
beforeAll(async () => {
  photo = { name: 'nest.jpg', mimeType: 'image/jpeg', buffer: await makeImage() }
})
beforeEach(async () => {
  admin = await loginAsAdmin(app)
})

async function come(path: string, look: Look = {}): Promise<Page> {
  const { page } = await openDevice(look)
  await page.goto(app.url + path)
  return page
}
const choose = async (page: Page) => {
  await page.locator('input[type=file][multiple]').first().setInputFiles([photo])
  await page.locator('ol img').first().waitFor()
}
const sendButton = (page: Page) => page.locator('button:has(.tabler-icon-send)')
const agree = (page: Page) => page.locator('#consent-workshop').check()
const done = (page: Page) => page.getByRole('heading', { name: /^Thank you/ }).waitFor()
const ended = (by: Exhibition) => changeExhibition(admin, by.id, { endsAt: new Date(Date.now() - 1_000).toISOString() })

describe('an exhibition', () => {
  it('takes a photo with its code, and only its own screen shows it until the end', async () => {
    const exhibition = await addExhibition(admin, { name: 'Class 4a', accessCode: 'Amsel26', platformIds: [1] })
    const page = await come(`/e/${exhibition.slug}`)
    // Without its script, the page has the name once for each language and shows one.
    await page.getByText('Class 4a', { exact: true }).filter({ visible: true }).waitFor()
    await page.getByText('you’ll need the access code').waitFor()
    await choose(page)
    expect(await page.getByRole('group', { name: 'Show them online, too?' }).getByRole('checkbox').count()).toBe(1)
    await agree(page)
    await page.getByRole('button', { name: 'the access code' }).click()
    await page.keyboard.type('Drossel')
    await sendButton(page).click()
    await page.getByText('This code isn’t right.', { exact: false }).waitFor()
    const field = page.getByLabel('Access code')
    await expect.poll(() => field.evaluate((input) => input.matches(':focus'))).toBe(true)
    expect(await page.locator('#consent-workshop').isChecked()).toBe(true)
    expect(await accessibilityFindings(page)).toEqual([])

    const other = await page.context().newPage()
    await other.goto(app.url)
    await other.locator('#choose-photos').waitFor()
    expect(await other.getByText('Your earlier draft is back.', { exact: false }).count()).toBe(0)
    await other.close()

    await field.fill('amsel26')
    await sendButton(page).click()
    await done(page)
    await page.getByRole('button', { name: 'Your photos' }).click()
    await page.getByRole('dialog').getByText('Class 4a').waitFor()

    const { groups } = await ask(admin, 'listAdminGroups')
    const [group] = groups
    expect(group).toMatchObject({ exhibition: { slug: exhibition.slug } })
    await ask(admin, 'approveGroup', { params: { groupId: group?.groupId ?? '' }, json: { approved: true } })
    const look = { width: 1_280, height: 720 }
    const own = await come(`/slideshow?exhibition=${exhibition.slug}&autostart&qr&seconds=60`, look)
    await own.getByRole('img', { name: /^Photo 1 of 1/ }).waitFor()
    await own.getByText(`/e/${exhibition.slug}`, { exact: false }).waitFor()
    const first = await come('/slideshow?autostart', look)
    await first.getByRole('heading', { name: 'Waiting for photos' }).waitFor()
    await ended(exhibition)
    await own.getByRole('heading', { name: 'This exhibition has ended' }).waitFor({ timeout: 2_000 })
    expect(await own.getByRole('img', { name: /^Photo/ }).count()).toBe(0)
    expect(await accessibilityFindings(own)).toEqual([])
  })

  it('asks for a code that it has got since the page was opened', async () => {
    const exhibition = await addExhibition(admin)
    const page = await come(`/e/${exhibition.slug}`)
    await choose(page)
    await agree(page)
    await changeExhibition(admin, exhibition.id, { accessCode: 'Amsel26' })
    await sendButton(page).click()
    await page.getByText('This code isn’t right.', { exact: false }).waitFor()
    await page.getByLabel('Access code').fill('Amsel26')
    await sendButton(page).click()
    await done(page)
  })

  it('finishes after its close what was begun in time, and shows the end on the owner’s page', async () => {
    const exhibition = await addExhibition(admin, { name: 'Course' })
    const page = await come(`/e/${exhibition.slug}`)
    await page.route('**/files/*', (route) => route.abort())
    await choose(page)
    await agree(page)
    await sendButton(page).click()
    await page.getByText('Connection lost').first().waitFor()
    await changeExhibition(admin, exhibition.id, { closesAt: new Date(Date.now() - 1_000).toISOString() })
    await page.unroute('**/files/*')
    await page.reload()
    await done(page)
    await page.getByRole('button', { name: 'Send more photos' }).click()
    await page.getByRole('heading', { name: 'We’re no longer taking photos' }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])

    await page.getByRole('button', { name: 'Your photos' }).click()
    await page.getByRole('link', { name: /^Manage/ }).click()
    await page.getByText('“Course” has taken no new photos since', { exact: false }).waitFor()
    await changeExhibition(admin, exhibition.id, { deletedAfterDays: 30, endsAt: '2999-05-01T16:00:00.000Z' })
    await page.reload()
    await page.getByText('“Course” ends on 1 May 2999', { exact: false }).waitFor()
    await ended(exhibition)
    await page.reload()
    await page.getByText('The exhibition has ended').waitFor()
    const workshop = page.getByRole('switch', { name: 'Screen in the workshop' })
    for (const change of ['Withdraw', 'Give consent']) {
      await workshop.press('Space')
      // Nothing leaves the screen, or comes to it.
      await page.getByText('front of the screen. “Course” ended on').waitFor()
      await page.getByRole('button', { name: change }).click()
      await expect.poll(() => workshop.isChecked()).toBe(change !== 'Withdraw')
    }
    await page.getByText('They will be deleted on', { exact: false }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
  })

  it('is a friendly page before it opens and after it has ended, and keeps nothing on a shared device', async () => {
    const planned = await addExhibition(admin, {
      name: 'Adventswerkstätten',
      opensAt: new Date(Date.now() + 86_400_000).toISOString(),
    })
    const page = await come(`/e/${planned.slug}`)
    await page.getByRole('heading', { name: 'Not open yet' }).waitFor()
    // Also on a phone whose clock is ahead.
    await page.clock.setSystemTime(Date.now() + 2 * 86_400_000)
    await page.reload()
    await page.getByRole('heading', { name: 'Not open yet' }).waitFor()
    expect(await page.title()).toBe('Adventswerkstätten')
    await page.setViewportSize({ width: 320, height: 568 })
    await page.evaluate(twiceAsLarge)
    expect(await page.evaluate(overflowing)).toEqual([])
    await page.goto(`${app.url}/e/never-was`)
    await page.getByRole('heading', { name: 'This exhibition isn’t here' }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    const open = await addExhibition(admin, { accessCode: 'Amsel26' })
    await page.goto(`${app.url}/e/${open.slug}?device=shared`)
    await choose(page)
    await page.getByLabel('Access code').fill('amsel26')
    await agree(page)
    await sendButton(page).click()
    await page.getByRole('button', { name: 'Clear now' }).click()
    await page.waitForURL(`**/e/${open.slug}?device=shared`)
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('amsel26')
  })

  it('is not replaced by another one where the address of a screen is wrong', async () => {
    for (const slug of ['class-9', 'Class_4a', '']) {
      const screen = await come(`/slideshow?exhibition=${slug}&autostart`, { width: 1_280, height: 720 })
      await screen.getByRole('heading', { name: 'This exhibition has ended' }).waitFor()
      await screen.getByText('Or the address isn’t right.', { exact: false }).waitFor()
      await screen.keyboard.press('p')
      await screen.getByText(/^[A-Z2-9]{3} [A-Z2-9]{3}$/).waitFor()
    }
  })

  it('is shown on the screens that admins choose', async () => {
    const exhibition = await addExhibition(admin, { name: 'Class 5' })
    const { page: screen } = await openDevice({ width: 1_280, height: 720 })
    await screen.clock.install()
    await screen.goto(`${app.url}/slideshow?autostart`)
    await screen.getByRole('heading', { name: 'Waiting for photos' }).waitFor()
    await screen.keyboard.press('p')
    const code = await screen.getByText(/^[A-Z2-9]{3} [A-Z2-9]{3}$/).textContent()
    await ask(admin, 'createScreen', { json: { code: code ?? '', name: 'Hall' } })
    const { context, page } = await openDevice({ width: 1_280 })
    await context.addCookies([{ name: 'sid', value: admin.cookie.replace('sid=', ''), url: app.url }])
    await page.goto(`${app.url}/admin/screens`)
    await page.getByRole('button', { name: /^Settings/ }).click()
    await page.getByRole('checkbox', { name: 'Class 5' }).check()
    await page.getByRole('checkbox', { name: 'Werkschau' }).uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect((await ask(admin, 'listScreens')).screens[0]?.exhibitions).toEqual([exhibition.slug])
    await screen.getByText(`/e/${exhibition.slug}`, { exact: false }).waitFor({ timeout: 15_000 })

    await ask(admin, 'deleteExhibition', { params: { id: exhibition.id } })
    await passTime(screen, 30)
    await screen.getByRole('heading', { name: 'This exhibition has ended' }).waitFor()
    const [{ id, settings } = { id: 0, settings: {} }] = (await ask(admin, 'listScreens')).screens
    const openingHours = { days: [((new Date().getDay() + 3) % 7) + 1], from: '12:00', to: '13:00' }
    await ask(admin, 'updateScreen', { params: { id }, json: { settings: { ...settings, openingHours } } })
    await screen.locator('[data-closed]').waitFor({ timeout: 30_000 })

    await page.reload()
    await page.getByRole('button', { name: /^Settings/ }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Entrance')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('“Entrance” is saved', { exact: false }).waitFor()
    await page.getByRole('button', { name: /^Settings/ }).click()
    await page.getByRole('checkbox', { name: 'Werkschau' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect((await ask(admin, 'listScreens')).screens).toMatchObject([{ name: 'Entrance', exhibitions: ['main'] }])
  })
})
