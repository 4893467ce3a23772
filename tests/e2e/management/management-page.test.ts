import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { makeImage } from '#tests/support/images/make-image.ts'
import { isPublic, owner, ownGroup, stored } from '#tests/support/manage.ts'
import { newDevice } from '#tests/support/pages/device.ts'
import { captionPhoto } from '#tests/support/pages/draft.ts'
import {
  app,
  askToDelete,
  browser,
  choose,
  devices,
  images,
  inLarge,
  managementPageTests,
  ownTitled,
  state,
  visit,
  workshop,
} from '#tests/support/pages/management-page.ts'
import { startFrailProxy } from '#tests/support/servers/proxies/flaky-proxy.ts'
import { startApp } from '#tests/support/start-app.ts'

managementPageTests()

describe('photos and texts on the management page', () => {
  it('saves captions, order and texts, each with one request, and shows them after a reload', async () => {
    const own = await ownTitled()
    const { page, requests, complaints } = await visit(own)
    await state(page, 'On display')
    await page.getByText(/^by Mira · 2024 · 3 photos · sent on/).waitFor()
    await askToDelete(page, 1)
    await page.getByRole('dialog').getByText('Until then your photos are not on display.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Remove photo 1')

    await captionPhoto(page, 3, 'The frame before oiling')
    await inLarge(page, 3, 'Move photo 3 forward')
    await page.keyboard.press('Escape')
    await page.getByText('One caption changed, Order changed').waitFor()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Saved.', { exact: true }).first().waitFor()
    await state(page, 'On display')
    expect((await images(own)).map((image) => [image.id, image.imageDescription])).toEqual([
      [own.imageIds[0], null],
      [own.imageIds[2], 'The frame before oiling'],
      [own.imageIds[1], null],
    ])

    await page.getByText('Changed texts are reviewed again.').waitFor()
    await page.getByLabel('Title', { exact: true }).fill('A stool of leftovers')
    await page.getByText('Your photos are not on display until somebody has reviewed them.').waitFor()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Saved. Your photos will be reviewed again.').first().waitFor()
    await state(page, 'Awaiting review')
    expect(requests).toEqual(['GET ', 'PUT /images/descriptions', 'PUT /reorder', 'PUT /metadata'])

    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'A stool of leftovers' }).waitFor()
    await page.getByRole('button', { name: 'Enlarge photo 2: The frame before oiling' }).waitFor()
    await page.getByText('They stay here until you delete them.').waitFor()
    expect(await page.getByText('Changed texts are reviewed again.').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('makes part of a photo unrecognisable, and gets a new link although the first answer is lost', async () => {
    const own = await ownTitled(1)
    const [before] = await images(own)
    await using proxy = await startFrailProxy(app.url)
    const { page, complaints } = await visit(own, {}, proxy.url)
    await inLarge(page, 1, 'Make unrecognisable')
    const area = page.locator('[data-ready]')
    const { x, y, width, height } = (await area.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(x + width * 0.2, y + height * 0.2)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.7, y + height * 0.6, { steps: 3 })
    await page.mouse.up()
    await page.mouse.click(x + width * 0.9, y + height * 0.9)
    await page.getByRole('button', { name: 'Box 2 of 2' }).press('Delete')
    await page.getByRole('button', { name: 'Box 1 of 1' }).waitFor()
    await page.getByRole('button', { name: 'Make unrecognisable', exact: true }).last().click()
    await page.getByRole('dialog', { name: 'Make parts unrecognisable' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await state(page, 'Awaiting review')
    const [after] = await images(own)
    expect(after?.storedName).not.toBe(before?.storedName)

    await page.getByRole('button', { name: 'Get a new link …' }).click()
    const renew = page.getByRole('dialog').getByRole('button', { name: 'Get a new link', exact: true })
    proxy.loseAnswers()
    await renew.click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    proxy.restore()
    await renew.click()
    await page.waitForURL((url) => !url.href.includes(own.token))
    await page.getByRole('heading', { level: 1, name: 'A stool' }).waitFor()
    expect(await page.getByLabel('Link to manage your photos').inputValue()).toBe(page.url().split('#')[0])
    expect((await own.owner.view()).status).toBe(404)
    expect(complaints).toEqual([])
  })

  it('finds the new link whose answer was lost, also after a reload', async () => {
    const own = await ownTitled(1)
    const { page } = await visit(own)
    await page.getByRole('button', { name: 'Get a new link …' }).click()
    await page.route('**/renew', (route) => route.fetch().then(() => route.abort()), { times: 1 })
    await page.getByRole('dialog').getByRole('button', { name: 'Get a new link', exact: true }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'A stool' }).waitFor({ timeout: 10_000 })
    expect(page.url()).not.toContain(own.token)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'A stool' }).waitFor()
  })

  it('finds the new link whose answer was lost, also after that of another group', async () => {
    const [own, other] = [await ownTitled(1), await ownTitled(1)]
    const { page } = await visit(own)
    const renew = async () => {
      await page.getByRole('button', { name: 'Get a new link …' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Get a new link', exact: true }).click()
    }
    await page.route('**/renew', (route) => route.fetch().then(() => route.abort()), { times: 1 })
    await renew()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await page.goto(`${app.url}/manage/${other.token}`)
    await renew()
    await page.waitForURL((url) => !url.href.includes(other.token))
    await page.goto(`${app.url}/manage/${own.token}`)
    await page.getByRole('heading', { level: 1, name: 'A stool' }).waitFor({ timeout: 10_000 })
    expect(page.url()).not.toContain(own.token)
  })

  it('adds photos once and deletes them, up to the last one, although each answer gets lost', async () => {
    const own = await ownTitled(1)
    await using proxy = await startFrailProxy(app.url)
    const { page } = await visit(own, {}, proxy.url)
    await choose(page)
    await page.getByRole('heading', { name: 'New photo' }).waitFor()
    proxy.loseAnswers()
    await page.getByRole('button', { name: 'Add one photo' }).click()
    await page.getByText('photos that have already arrived aren’t added twice').waitFor()
    proxy.restore()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('2 of 50').waitFor()
    await state(page, 'Awaiting review')
    const [, added] = await images(own)
    expect((await images(own)).map(({ originalName }) => originalName)).toEqual(['1.jpg', 'new.jpg'])

    await askToDelete(page, 1)
    await deleteTwice(page, 'Delete photo')
    await page.getByText('1 of 50').waitFor()
    expect((await images(own)).map(({ id }) => id)).toEqual([added?.id])
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Remove photo 1')
    await askToDelete(page, 1)
    await page.getByRole('dialog', { name: 'This is the last photo' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete everything …' }).click()
    await page.getByRole('dialog', { name: 'Delete everything for good?' }).waitFor()
    expect((await images(own)).length).toBe(1)
    await deleteTwice(page, 'Yes, delete one photo')
    await page.getByRole('heading', { name: 'Deleted' }).waitFor()
    expect(await app.app.deps.database.groups.find(own.groupId)).toBeUndefined()
  })

  it('adds photos once whose answer got lost, also when others are chosen since', async () => {
    const own = await ownTitled(1)
    await using proxy = await startFrailProxy(app.url)
    const { page } = await visit(own, {}, proxy.url)
    await choose(page)
    proxy.loseAnswers()
    await page.getByRole('button', { name: 'Add one photo' }).click()
    await page.getByText('photos that have already arrived aren’t added twice').waitFor()
    // It may be in the group already.
    expect(await page.getByRole('button', { name: 'Remove new.jpg' }).count()).toBe(0)
    await choose(page)
    await page.getByRole('heading', { name: '2 new photos' }).waitFor()
    proxy.restore()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('2 of 50').waitFor()
    await page.getByRole('button', { name: 'Add one photo' }).click()
    await page.getByText('3 of 50').waitFor()
    expect((await images(own)).map(({ originalName }) => originalName)).toEqual(['1.jpg', 'new.jpg', 'new.jpg'])
  })

  /** Holds the next request with this path until it is released. */
  async function hold(page: Page, path: string) {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(`**/api/manage/*/${path}`, (route) => released.then(() => route.continue()), { times: 1 })
    return { sent: page.waitForRequest(`**/api/manage/*/${path}`), release }
  }

  it('keeps a photo that is chosen while others are being sent, and what is typed while it saves', async () => {
    const { page } = await visit(await ownTitled(1))
    await choose(page)
    const { sent, release } = await hold(page, 'images')
    await page.getByRole('button', { name: 'Add one photo' }).click()
    await sent
    await choose(page)
    await page.getByRole('heading', { name: '2 new photos' }).waitFor()
    release()
    await page.getByText('2 of 50').waitFor()
    await page.getByRole('heading', { name: 'New photo' }).waitFor()
    await page.getByRole('button', { name: 'Add one photo' }).click()
    await page.getByText('3 of 50').waitFor()

    const title = page.getByLabel('Title', { exact: true })
    await title.fill('A stool of')
    const saving = await hold(page, 'metadata')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await saving.sent
    await title.fill('A stool of leftovers')
    saving.release()
    await page.getByRole('heading', { level: 1, name: 'A stool of', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { level: 1, name: 'A stool of leftovers' }).waitFor()
  })

  it('leaves the focus where it is when the link is copied; asks to choose a new photo again that the device has lost', async () => {
    const { page } = await visit(await ownTitled(1))
    await page.getByRole('button', { name: 'Copy' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    // What takes the place of a lost focus does so sooner.
    await page.waitForTimeout(300)
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Copied')

    const path = join(app.dataDir, 'lost.jpg')
    await writeFile(path, await makeImage())
    await page.locator('input[type=file][multiple]').first().setInputFiles(path)
    await page.getByRole('heading', { name: 'New photo' }).waitFor()
    await rm(path)
    await page.getByRole('button', { name: 'Add one photo' }).click()
    await page.getByText('The file can’t be read any more. Choose it again').waitFor()
  })

  /** The first request arrives, its answer does not. */
  async function deleteTwice(page: Page, name: string): Promise<void> {
    const dialog = page.getByRole('dialog')
    const arrivesUnanswered = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    await page.route('**/api/manage/**', arrivesUnanswered, { times: 1 })
    await dialog.getByRole('button', { name }).click()
    await dialog.getByText('The server can’t be reached right now.').waitFor()
    await dialog.getByRole('button', { name }).click()
  }
})

describe('consents on the management page, and its end', () => {
  it('explains the effect of a consent before it is withdrawn or given again', async () => {
    const own = await ownTitled(1)
    const { page } = await visit(own)
    await workshop(page).press('Space')
    await page.getByText('Your photos leave the screen within a minute.').waitFor()
    expect(await isPublic(app, own.groupId)).toBe(true)
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await state(page, 'Not on display: consent withdrawn')
    expect(await workshop(page).isChecked()).toBe(false)
    expect(await isPublic(app, own.groupId)).toBe(false)
    await page.reload()
    await page.getByText(/^Withdrawn on .*\d{4}$/).waitFor()
    await workshop(page).press('Space')
    await page.getByText('Your photos are back on the screen within a minute.').waitFor()
    await page.getByRole('button', { name: 'Give consent' }).click()
    await state(page, 'On display')
    expect(await isPublic(app, own.groupId)).toBe(true)

    await page.getByRole('switch', { name: 'Facebook' }).press('Space')
    await page.getByText('takes your photos down from Facebook').waitFor()
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await expect.poll(() => page.getByRole('switch', { name: 'Facebook' }).isChecked()).toBe(false)
    const given = await app.app.deps.database.consents.ofGroup(own.groupId)
    expect(given).toMatchObject([{ platformId: 1, consented: true, revoked: true }])
  })

  it('deletes everything in two steps, says what and when, and ends the link', async () => {
    const own = await ownTitled(2)
    const { page, context } = await visit(own)
    const mine = { token: own.token, title: 'A stool', imageCount: 2, uploadDate: '2024-01-01T00:00:00.000Z' }
    await page.evaluate((upload) => localStorage.setItem('werkschau-uploads', JSON.stringify([upload])), mine)
    await page.reload()
    await page.getByRole('button', { name: 'Delete everything …' }).click()
    expect(await stored(app, own.groupId)).toBeDefined()
    await page.getByRole('button', { name: 'Yes, delete 2 photos' }).click()
    await page.getByRole('heading', { name: 'Deleted' }).waitFor()
    await page.getByText(/^2 photos, their texts and consents were deleted on .*\d{4}\sat\s\d+:\d\d/).waitFor()
    await page.getByText(own.groupId).waitFor()
    expect(await app.app.deps.database.groups.find(own.groupId)).toBeUndefined()
    expect(await page.evaluate(() => localStorage.getItem('werkschau-uploads'))).toBe('[]')

    await page.reload()
    await page.getByRole('heading', { name: 'Nothing here any more' }).waitFor()
    const afterDeletion = await page.locator('main').textContent()
    const stranger = await context.newPage()
    await stranger.goto(`${app.url}/manage/no-such-link`)
    await stranger.getByRole('heading', { name: 'Nothing here any more' }).waitFor()
    expect(await stranger.locator('main').textContent()).toBe(afterDeletion)
    // A link that was cut off.
    await stranger.goto(`${app.url}/manage/`)
    await stranger.getByRole('heading', { name: 'Nothing on this wall' }).waitFor()
  })
})

describe('the management page when something fails', () => {
  it('loses no typed text when the limit is reached or the tab is closed', async () => {
    await using limited = await startApp({ env: { MANAGEMENT_RATE_LIMIT: '1' } })
    const own = await ownGroup(limited, { images: 1 })
    const { page } = await visit(own, {}, limited.url)
    await page.getByLabel('Title', { exact: true }).fill('Typed')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText(/^Too many requests came from your connection\. Try again from .*\d\d:\d\d/).waitFor()
    await page.getByText('What you entered is still here.').waitFor()
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Typed')
    expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)
    await page.reload()
    await page.getByRole('heading', { name: 'Too many requests' }).waitFor()

    const counters = limited.app.deps.counters
    await counters.forget({ name: 'management', limit: 1, windowSeconds: 3600 }, '127.0.0.1')
    await page.reload()
    await page.getByText('Your unsaved changes are back.').waitFor()
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Typed')
    await page.getByRole('button', { name: 'Discard all' }).click()
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('')
  })

  it('keeps what is typed in one tab when another one changes the group', async () => {
    const own = await ownTitled(1)
    const { page, context } = await visit(own)
    const other = await context.newPage()
    await other.goto(page.url())
    await workshop(other).waitFor()
    const title = page.getByLabel('Title', { exact: true })
    await title.fill('Typed')
    await workshop(other).press('Space')
    await other.getByRole('button', { name: 'Withdraw' }).click()
    await state(other, 'Not on display: consent withdrawn')
    await page.reload()
    await expect.poll(() => title.inputValue()).toBe('Typed')
    await page.getByRole('button', { name: 'Discard all' }).click()
    await page.reload()
    await expect.poll(() => title.inputValue()).toBe('A stool')
  })

  it('says on a page with an old link that there may be a new one', async () => {
    const own = await ownTitled(1)
    const { page } = await visit(own)
    await owner(app, own.token).send('POST', '/renew', {})
    await workshop(page).press('Space')
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('Or the link was replaced by a new one').waitFor()
  })

  it('keeps nothing of what is typed on a shared device (D69)', async () => {
    const { page } = await visit(await ownTitled(1))
    await page.goto(`${page.url()}?device=shared`)
    await page.getByLabel('Title', { exact: true }).fill('Typed')
    await page.getByText('Texts changed').waitFor()
    expect(await page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("werkschau"))')).toEqual([])
  })

  it('shows that the connection is blocked, until when, and who can help', async () => {
    await using strict = await startApp()
    for (let n = 0; n < 25; n += 1) await strict.fetch(`/api/manage/no-such-link-${n}`)
    const { page } = await newDevice(browser, {}).then((device) => {
      devices.push(device)
      return device
    })
    await page.goto(`${strict.url}/manage/no-such-link`)
    await page.getByRole('heading', { name: 'Your connection is blocked' }).waitFor()
    await page.getByText(/the workshop can lift the ban\. Try again from [A-Z][a-z]+day,? \d\d:\d\d( \w+)?\./).waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).isDisabled()).toBe(true)
  })

  it('does not call a platform inactive before the list of platforms has loaded', async () => {
    const own = await ownTitled(1)
    const device = await newDevice(browser)
    devices.push(device)
    await device.page.route('**/api/social-media/platforms', (route) => route.fulfill({ status: 500 }))
    await device.page.goto(`${app.url}/manage/${own.token}`)
    await device.page.getByText('The platforms couldn’t be loaded.').waitFor()
    await device.page
      .getByText(/^Given on/)
      .nth(1)
      .waitFor()
    expect(await device.page.getByText('No longer offered').count()).toBe(0)
  })

  it('reports a lost connection at once, and saves once it is back', async () => {
    const own = await ownTitled(1)
    const { page, context } = await visit(own)
    await page.getByLabel('Title', { exact: true }).fill('Typed')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('The server can’t be reached right now. Check your connection.').waitFor()
    await page.getByText('What you entered is still here.').waitFor()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Saved. Your photos will be reviewed again.').first().waitFor()
    expect((await stored(app, own.groupId))?.title).toBe('Typed')
  })
})
