import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { makeImage } from '#tests/support/images/make-image.ts'
import {
  app,
  before,
  browser,
  type ChosenFile,
  choose,
  consent,
  contexts,
  file,
  management,
  names,
  open,
  photos,
  proxy,
  received,
  sendButton,
  sendingParts,
  storedDraft,
  storedGroup,
  uploadPageTests,
  visit,
} from '#tests/support/pages/upload-page.ts'
import { isChromium } from '#tests/support/servers/browser.ts'

describe('upload page', () => {
  uploadPageTests()

  it('creates one group although the answer gets lost', async () => {
    const { page } = await visit()
    await choose(page, photos.slice(0, 2))
    await consent(page).check()
    proxy.loseAnswers()
    await sendButton(page).click()
    await page.getByRole('heading', { name: 'Connection lost' }).waitFor()
    expect((await storedGroup()).images).toHaveLength(2)
    proxy.restore()
    await received(page).waitFor()
    const { group, images } = await storedGroup()
    expect(images).toHaveLength(2)
    expect(await management(page)).toContain(group?.managementToken)
  })

  it.runIf(isChromium)('cancels, keeps the draft and sends it later', async () => {
    const { context, page } = await visit()
    await choose(page, photos.slice(0, 2))
    await consent(page).check()
    const network = await context.newCDPSession(page)
    await network.send('Network.enable')
    const slow = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 50_000 }
    await network.send('Network.emulateNetworkConditions', slow)
    await sendButton(page).click()
    const warning = page.waitForEvent('dialog')
    void page.close({ runBeforeUnload: true })
    const dialog = await warning
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Cancelled. Nothing was sent, and your draft is still here.').waitFor()
    expect((await app.app.deps.database.changes.since(before)).groupIds).toEqual([])
    await network.send('Network.emulateNetworkConditions', { ...slow, latency: 0, uploadThroughput: -1 })
    await sendButton(page).click()
    await received(page).waitFor()
    expect((await storedGroup()).images).toHaveLength(2)
  })

  it('continues after a reload, and sends no photo twice', async () => {
    const { page } = await visit()
    const finished: string[] = []
    page.on('requestfinished', (request) => {
      if (request.method() === 'PUT') finished.push(request.url().slice(-1))
    })
    await choose(page, photos.slice(0, 3))
    await consent(page).check()
    await expect.poll(() => page.evaluate(storedDraft)).toMatch(/^3 /)
    let isHeld = true
    // Removing the route would let them continue, and the reload would interrupt them after they arrived.
    await page.route(/\/files\/[12]$/, (route) => (isHeld ? undefined : route.continue()))
    await sendButton(page).click()
    await page.getByText('1 of 3 photos have arrived.').waitFor()
    isHeld = false
    page.on('dialog', (dialog) => dialog.accept())
    await page.reload()
    await received(page).waitFor()
    expect((await storedGroup()).images.map((image) => image.originalName)).toEqual(
      photos.slice(0, 3).map(({ name }) => name),
    )
    await expect.poll(() => finished.sort()).toEqual(['0', '1', '2'])
  })

  it('treats the page of a hotspot as a broken connection', async () => {
    const { page } = await visit()
    await choose(page, photos.slice(0, 1))
    await consent(page).check()
    const logIn = { status: 200, contentType: 'text/html', body: '<!doctype html><title>Log in</title>' }
    await page.route('**/api/upload/submissions', (route) => route.fulfill(logIn), { times: 1 })
    await sendButton(page).click()
    await page.getByRole('heading', { name: 'Connection lost' }).waitFor()
    await page.getByRole('button', { name: 'Try now' }).click()
    await received(page).waitFor()
  })

  it('requests scripts, texts and parts of the page again after a broken connection', async () => {
    const refuse = (context: BrowserContext, part: string, times: number) =>
      context.route(new RegExp(`/assets/(${part})-`), (route) => route.abort(), { times })
    const { context, page } = await visit({
      async prepare(context) {
        await refuse(context, 'main', 1)
        await refuse(context, 'en', 2)
      },
    })
    await refuse(context, 'fr', 1)
    await refuse(context, 'draft-photos|photo-grid', 3)
    await page.locator('header select').selectOption('fr')
    await choose(page, photos.slice(0, 1))
    await page.locator('ol img').waitFor()
    await page.locator('html[lang=fr]').waitFor()
  })

  it('waits while the device is offline and continues by itself', async () => {
    const { context, page } = await visit()
    await choose(page, photos.slice(0, 1))
    await consent(page).check()
    // The parts shown while sending have loaded meanwhile.
    await expect.poll(() => page.evaluate(sendingParts)).toBe(3)
    await context.setOffline(true)
    await page.getByText('No connection. You can carry on').waitFor()
    await sendButton(page).click()
    await page.getByText('We’ll continue as soon as the connection is back.').waitFor()
    await context.setOffline(false)
    await received(page).waitFor()
  })

  it('keeps photos, texts and order when the tab is closed, but no consent', async () => {
    const { context, page } = await visit()
    await choose(page, photos.slice(0, 3))
    await page.getByRole('button', { name: 'Move photo 3 forward' }).click()
    await page.getByLabel('Caption of photo 1').fill('First')
    await page.getByLabel('Title', { exact: true }).fill('Kept')
    await consent(page).check()
    await expect.poll(() => page.evaluate(storedDraft)).toMatch(/^3 .*First.*Kept/)
    await page.close()

    const later = await open(context)
    await later.getByText('Your earlier draft is back.').waitFor()
    await later.getByLabel('Your name').fill('Typed just before')
    await later.reload()
    await expect.poll(() => later.getByLabel('Your name').inputValue()).toBe('Typed just before')
    await expect.poll(() => names(later)).toEqual(['photo-1.jpg', 'photo-3.jpg', 'photo-2.jpg'])
    expect(await later.getByLabel('Caption of photo 1').inputValue()).toBe('First')
    expect(await later.getByLabel('Title', { exact: true }).inputValue()).toBe('Kept')
    expect(await consent(later).isChecked()).toBe(false)
    await later.locator('ol img').nth(2).waitFor()
  })

  it('names refused files and accepts the rest', async () => {
    const { page } = await visit()
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(100)])
    const jpeg = (photos[0] as ChosenFile).buffer
    const contents = {
      'IMG_1.HEIC': heic,
      'notes.jpg': 'only text',
      'large.jpg': jpeg,
      'empty.jpg': '',
      'photo-1.jpg': jpeg,
    }
    const paths = Object.keys(contents).map((name) => join(app.dataDir, name))
    await Promise.all(Object.values(contents).map((content, n) => writeFile(paths[n] as string, content)))
    await truncate(join(app.dataDir, 'large.jpg'), 41 * 2 ** 20)
    await page.locator('input[type=file][multiple]').first().setInputFiles(paths)
    const note = page.getByRole('alert')
    await note.getByText('4 files weren’t added').waitFor()
    const text = await note.textContent()
    expect(text).toMatch(/IMG_1\.HEIC\s*We can’t accept HEIC photos/)
    expect(text).toMatch(/notes\.jpg\s*This is not a JPEG, PNG or WebP image/)
    expect(text).toMatch(/large\.jpg\s*43\.0 MB is too large\. The limit is 40 MB/)
    expect(text).toMatch(/empty\.jpg\s*The file is empty/)
    await expect.poll(() => names(page)).toEqual(['photo-1.jpg'])
  })

  it('accepts at most 50 photos', async () => {
    const { page } = await visit()
    const small = await makeImage()
    await choose(
      page,
      Array.from({ length: 52 }, (_, n) => file(`${n}.jpg`, small)),
    )
    await page.getByRole('alert').getByText('2 files weren’t added').waitFor()
    await expect.poll(async () => (await names(page)).length).toBe(50)
  })

  it('names the photo that the server refuses and sends the others', async () => {
    const { page } = await visit()
    // Damaged in the middle, with a valid end: only decoding detects it.
    const { buffer } = photos[1] as ChosenFile
    const damaged = file(
      'damaged.jpg',
      Buffer.concat([buffer.subarray(0, buffer.length / 2), Buffer.from([0xff, 0xd9])]),
    )
    await choose(page, [photos[0] as ChosenFile, damaged])
    await consent(page).check()
    await sendButton(page).click()
    await page
      .getByRole('alert')
      .getByText(/^damaged\.jpg: /)
      .waitFor()
    await page.getByRole('button', { name: 'Send without this photo' }).click()
    await received(page).waitFor()
    expect((await storedGroup()).images.map((image) => image.originalName)).toEqual(['photo-1.jpg'])
  })

  it('names missing fields and moves the focus there', async () => {
    const { page } = await visit()
    await sendButton(page).press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('choose-photos')
    await choose(page, photos.slice(0, 1))
    await page.getByRole('button', { name: 'your consent for the workshop' }).click()
    expect(await page.evaluate('document.activeElement.id')).toBe('consent-workshop')
    await page.keyboard.press('Space')
    await page.getByText('Still missing:').waitFor({ state: 'detached' })
    expect(await sendButton(page).getAttribute('aria-disabled')).toBe('false')
  })

  it('reorders, removes and restores photos by keyboard, and keeps the focus', async () => {
    const { page } = await visit()
    await choose(page, photos.slice(0, 3))
    await page.getByRole('button', { name: 'Move photo 1 back' }).press('Enter')
    await expect.poll(() => names(page)).toEqual(['photo-2.jpg', 'photo-1.jpg', 'photo-3.jpg'])
    await expect
      .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
      .toBe('Move photo 2 back')
    const handle = page.getByRole('button', { name: 'Move photo 2: photo-1.jpg' })
    await handle.focus()
    await page.keyboard.press('Space')
    await page.waitForTimeout(100)
    await page.keyboard.press('ArrowLeft')
    await page.waitForTimeout(300)
    await page.keyboard.press('Space')
    await expect.poll(() => names(page)).toEqual(['photo-1.jpg', 'photo-2.jpg', 'photo-3.jpg'])

    await page.getByRole('button', { name: 'Remove photo 2' }).press('Enter')
    await expect.poll(() => names(page)).toEqual(['photo-1.jpg', 'photo-3.jpg'])
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Remove photo 2')
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect.poll(() => names(page)).toEqual(['photo-1.jpg', 'photo-2.jpg', 'photo-3.jpg'])

    // Before the next frame, which comes late on a slow phone: the next key must not get lost.
    const focusedAfterClick = `(async (button) => {
      button.click()
      for (let turn = 0; turn < 10; turn++) await undefined
      return document.activeElement.getAttribute('aria-label')
    })(document.querySelector('[aria-label="Move photo 1 back"]'))`
    expect(await page.evaluate(focusedAfterClick)).toBe('Move photo 2 back')
  })

  it('reorders photos by dragging', async () => {
    const { page } = await visit({ width: 1440 })
    await choose(page, photos.slice(0, 3))
    await page.locator('ol img').nth(2).waitFor()
    const boxOf = async (n: number) => {
      const box = await page.locator('ol img').nth(n).boundingBox()
      return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
    }
    await page.locator('ol img').nth(2).scrollIntoViewIfNeeded()
    const [first, third] = [await boxOf(0), await boxOf(2)]
    await page.mouse.move(third.x, third.y)
    await page.mouse.down()
    await page.mouse.move(first.x + 20, first.y, { steps: 8 })
    await page.mouse.move(first.x, first.y, { steps: 3 })
    await page.mouse.up()
    await expect.poll(() => names(page)).toEqual(['photo-3.jpg', 'photo-1.jpg', 'photo-2.jpg'])
  })

  it('stores nothing on a shared device, and clears its last page after two minutes (D69)', async () => {
    const context = await browser.newContext({ locale: 'en-GB' })
    contexts.push(context)
    const page = await context.newPage()
    await page.clock.install()
    await page.goto(`${proxy.url}/?device=shared`)
    await page.getByText('Nothing stays on this device').waitFor()
    await choose(page, photos.slice(0, 1))
    await page.getByLabel('Your name').fill('Ada')
    await consent(page).check()
    await sendButton(page).click()
    await received(page).waitFor()
    expect(await page.getByRole('main').getByRole('link').count()).toBe(0)
    expect(await page.getByRole('main').getByRole('button').allTextContents()).toEqual(['Clear now'])
    await page.getByText(/\/manage\/[0-9a-f-]{36}$/).waitFor()
    await page.getByText('a phone can’t open the link', { exact: false }).waitFor()
    await page.clock.fastForward(121_000)
    await page.getByRole('heading', { name: 'Show what you made.' }).waitFor()
    expect(await page.getByLabel('Your name').inputValue()).toBe('')
    expect(await page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("werkschau"))')).toEqual([])
    expect(await page.evaluate('indexedDB.databases()')).toEqual([])
  })
})
